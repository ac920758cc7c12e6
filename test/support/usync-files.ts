/** Files of a uSync folder, as versions 8 and later write them. */
import { keyOf } from "./site.ts";

/** The key that says that a node has no parent. */
const NO_KEY = "00000000-0000-0000-0000-000000000000";

type ByCulture = Readonly<Record<string, string>>;

export type UsyncPageOptions = {
  id: number;
  /** Default: none. */
  parent?: number;
  /** A name, or one for each language in which the page is published. Default: made from the id. */
  name?: string | ByCulture;
  /** Default: true. */
  isPublished?: boolean;
  /** The values of properties, each for all languages or by language. Default: none. */
  values?: Readonly<Record<string, string | ByCulture>>;
};

/** A page of the type `page`. */
export function usyncPage(options: UsyncPageOptions): string {
  const { id, parent, name = `Page ${id}`, isPublished = true, values = {} } = options;
  const names = typeof name === "string" ? {} : name;
  const first = typeof name === "string" ? name : Object.values(name)[0];
  const properties = Object.entries(values).map(
    ([alias, value]) =>
      `<${alias}>${typeof value === "string" ? valueIn(value) : each(value, valueIn)}</${alias}>`,
  );
  return `<Content Key="${keyOf(id)}" Alias="${first}" Level="1"><Info>
    <Parent Key="${parent === undefined ? NO_KEY : keyOf(parent)}" /><ContentType>page</ContentType>
    <NodeName Default="${first}">${each(names, (text, code) => `<Name Culture="${code}">${text}</Name>`)}</NodeName>
    <SortOrder>${id}</SortOrder>
    <Published Default="${isPublished}">${each(names, (_, code) => `<Published Culture="${code}">true</Published>`)}</Published>
    </Info><Properties>${properties.join("")}</Properties></Content>`;
}

/** A type that varies by language, as all its properties do. @param editors by alias of a property */
export function usyncVaryingType(alias: string, editors: Readonly<Record<string, string>>): string {
  const varies = "<Variations>Culture</Variations>";
  const properties = Object.entries(editors).map(
    ([name, editor], i) =>
      `<GenericProperty><Key>${keyOf(300 + i)}</Key><Name>${name}</Name><Alias>${name}</Alias><Type>${editor}</Type>${varies}</GenericProperty>`,
  );
  return `<ContentType Key="${keyOf(299)}" Alias="${alias}"><Info><Name>${alias}</Name>${varies}</Info><GenericProperties>${properties.join("")}</GenericProperties></ContentType>`;
}

export function usyncLanguage(code: string, isDefault = false): string {
  const key = keyOf(Number.parseInt(Buffer.from(code).toString("hex").slice(0, 12), 16));
  return `<Language Key="${key}" Alias="${code}"><Name>${code}</Name><IsDefault>${isDefault}</IsDefault></Language>`;
}

function each(texts: ByCulture, write: (text: string, code: string) => string): string {
  return Object.entries(texts)
    .map(([code, text]) => write(text, code))
    .join("");
}

function valueIn(text: string, code?: string): string {
  return `<Value${code === undefined ? "" : ` Culture="${code}"`}><![CDATA[${text}]]></Value>`;
}
