/**
 * Builds the program into `dist`: `npm run build`. Prints nothing if all goes well, since `npm start` runs it, too. With
 * `-- --maps` the source maps are beside the code, which is otherwise the same; the package leaves them out.
 */
import { rolldown } from "rolldown";

const { default: parts } = await import(new URL("../rolldown.config.js", import.meta.url).href);

const sourcemap = process.argv.includes("--maps");

// One after the other: the first empties the folder that the second is in.
for (const part of parts) {
  const bundle = await rolldown(part);
  await bundle.write({ ...part.output, sourcemap });
  await bundle.close();
}
