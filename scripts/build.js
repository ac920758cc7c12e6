/** Builds the program into `dist`: `npm run build`. Says nothing where all goes well, since it also goes before `npm start`. */
import { rolldown } from "rolldown";

const { default: parts } = await import(new URL("../rolldown.config.js", import.meta.url).href);

// One after the other: the first empties the folder that the second is in.
for (const part of parts) {
  const bundle = await rolldown(part);
  await bundle.write(part.output);
  await bundle.close();
}
