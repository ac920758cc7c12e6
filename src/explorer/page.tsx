/** The entry of the explorer's page. */
// Preact builds elements without parsing HTML, so that the content security policy can forbid that.
import { render } from "preact";
import { Explorer } from "./explorer.tsx";

const root = document.getElementById("explorer");
if (root) render(<Explorer />, root);
