/** The entry of the explorer's page. */
import { render } from "preact";
import { Explorer } from "./explorer.tsx";

const root = document.getElementById("explorer");
if (root) render(<Explorer />, root);
