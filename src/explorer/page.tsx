/** The explorer's page: the tree on the left, what is looked at on the right. Begins here. */
import { render } from "preact";
import { Explorer } from "./explorer.tsx";

const place = document.getElementById("explorer");
if (place) render(<Explorer />, place);
