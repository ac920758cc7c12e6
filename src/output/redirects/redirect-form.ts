/** The forms that redirects are written in, and what each can hold. docs/urls.md tells how each is read. */
import type { Redirect } from "../../analysis/urls/map-urls.ts";
import { serverForms } from "./server-forms.ts";
import { umbracoForms } from "./umbraco-forms.ts";

/** Who reads the redirects. */
export const REDIRECT_FORMS = [
  "skybrud",
  "urltracker",
  "seotoolkit",
  "iis",
  "nginx",
  "apache",
  "cloudflare",
  "netlify",
  "csv",
] as const;
type RedirectFormName = (typeof REDIRECT_FORMS)[number];

/** Redirects as they are written in a form. */
type WrittenRedirects = {
  lines: readonly string[];
  /** How many redirects stand in the lines: some forms write one twice. */
  count: number;
  /** What the form cannot hold, or what is over its limits: each told in words, with the first address that it is true of. */
  problems: readonly string[];
};

export type RedirectForm = {
  /** Whether an address can have a query. */
  takesQuery: boolean;
  /** What tells two addresses apart for the reader; one of which any is another's too is left out. */
  marks: (redirect: Redirect) => readonly string[];
  /** Why this one cannot be written. */
  fault?: (redirect: Redirect) => string | undefined;
  /** Lines before the redirects and behind them. */
  head?: (redirects: readonly Redirect[], status: 301 | 302) => readonly string[];
  foot?: readonly string[];
  lines: (redirect: Redirect, status: 301 | 302) => readonly string[];
  /** What is over the limits of the reader, of all that is written. */
  limits?: (lines: readonly string[]) => readonly string[];
};

const FORMS: Readonly<Record<RedirectFormName, RedirectForm>> = { ...umbracoForms, ...serverForms };

export function writeRedirects(
  redirects: readonly Redirect[],
  name: RedirectFormName,
  status: 301 | 302,
): WrittenRedirects {
  const form = FORMS[name];
  const faults = new Map<string, { count: number; first: string }>();
  const marks = new Set<string>();
  const written = redirects.filter((redirect) => {
    const fault = faultOf(redirect, form, marks);
    if (fault === undefined) {
      for (const mark of form.marks(redirect)) marks.add(mark);
      return true;
    }
    const { count, first } = faults.get(fault) ?? { count: 0, first: redirect.path + redirect.query };
    faults.set(fault, { count: count + 1, first });
    return false;
  });
  const lines = written.flatMap((redirect) => form.lines(redirect, status));
  const told = [...faults].map(
    ([fault, { count, first }]) => `${count} not written, since ${fault}: ${first}`,
  );
  return {
    lines: [...(form.head?.(written, status) ?? []), ...lines, ...(form.foot ?? [])],
    count: written.length,
    problems: [...told, ...(form.limits?.(lines) ?? [])],
  };
}

function faultOf(redirect: Redirect, form: RedirectForm, marks: ReadonlySet<string>): string | undefined {
  if (redirect.query !== "" && !form.takesQuery) return "this form takes no query";
  if (form.marks(redirect).some((mark) => marks.has(mark))) return "to its reader they are another's address";
  return form.fault?.(redirect);
}
