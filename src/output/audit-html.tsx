/** An audit as one page of HTML. */
import type { AuditSummary } from "../analysis/audit/audit-summary.ts";
import { AuditOverview, AuditTables, type ReportLinks, type ReportSection } from "./audit-report.tsx";
import { htmlReport } from "./html-report.tsx";
import { NUMBERS } from "./report-tables.tsx";

type AuditPage = {
  /** What was audited: the name of the site, and its format. */
  title: string;
  lead: string;
  summary: AuditSummary;
  sections: readonly ReportSection[];
  /** The address of the site, to which the URLs of nodes are appended. Default: names are no links. */
  siteUrl?: string | undefined;
};

/** How many rows of a section without findings are shown: lists of thousands are for CSV. */
export const SHOWN_ROWS = 100;

/** @returns the page; sections that found something wrong come first, then sections that need a decision */
export async function auditHtml({ title, lead, summary, sections, siteUrl }: AuditPage): Promise<string> {
  const shown = new Set(sections.filter(({ rows }) => rows.length > 0).map(({ name }) => name));
  const links: ReportLinks = {
    node: ({ url, isElsewhere }) => (isElsewhere ? undefined : pageUrl(siteUrl, url)),
    find: () => undefined,
    section: (name) => (shown.has(name) ? `#${name}` : undefined),
    command: (name) => `migrations audit --section ${name} --format csv`,
  };
  const firstLines: (string | undefined)[] = [...summary.wrong, ...summary.decisions].map(
    ({ section }) => section,
  );
  const rank = ({ name }: ReportSection) => {
    const at = firstLines.indexOf(name);
    return at < 0 ? firstLines.length : at;
  };
  const ordered = sections
    .filter(({ rows }) => rows.length > 0)
    .toSorted((one, other) => rank(one) - rank(other));
  return htmlReport(
    title,
    <main class="audit report">
      <h1>
        <bdi>{title}</bdi>
      </h1>
      <p class="lead">
        <bdi>{lead}</bdi>
      </p>
      {isWithoutUrls(sections, siteUrl) ? (
        <p class="lead">Names of pages are no links, since the data has no URLs.</p>
      ) : null}
      <AuditOverview summary={summary} links={links} />
      {ordered.map((section) => (
        <section key={section.name} class="audit-section" aria-label={section.title}>
          <details>
            <summary>
              <h2>{section.title}</h2> <span class="quiet">{NUMBERS.format(section.total)}</span>
            </summary>
            {/* A link to what is in it opens it. */}
            <div id={section.name}>
              <AuditTables section={section} links={links} heading="h3" />
            </div>
          </details>
        </section>
      ))}
    </main>,
  );
}

/** Whether the address of the site is known, and no page has a URL to append to it. */
function isWithoutUrls(sections: readonly ReportSection[], siteUrl: string | undefined): boolean {
  const nodes = sections.flatMap(({ rows }) => rows.flatMap(({ node }) => (node ? [node] : [])));
  const pages = nodes.filter(({ kind }) => kind === "content");
  return siteUrl !== undefined && pages.length > 0 && pages.every(({ url }) => url === undefined);
}

/** @returns `undefined` for a node without a URL, and for addresses that are no web pages */
function pageUrl(site: string | undefined, url: string | undefined): string | undefined {
  if (site === undefined || url === undefined || !URL.canParse(url, site)) return undefined;
  const { href, protocol } = new URL(url, site);
  return /^https?:$/.test(protocol) ? href : undefined;
}
