/** What an importer will meet: a first screen, and the rows of one section, each number a link to the nodes behind it. */
import type { ExplorerSite } from "../http/explorer/explorer-api.ts";
import { AuditOverview, AuditTables, type ReportLinks } from "../output/audit-report.tsx";
import { sectionCommand } from "./command-lines.ts";
import { useAnswer } from "./fetch-view.ts";
import { inDigits } from "./locale-text.ts";
import { ProblemText } from "./problem-text.tsx";
import { linkTo, useTitle } from "./route.ts";

const LINKS: Omit<ReportLinks, "command"> = {
  node: ({ kind, key, isElsewhere }) => (isElsewhere ? undefined : linkTo({ view: "node", kind, key })),
  find: (query) => linkTo({ view: "find", query }),
  section: (section) => linkTo({ view: "audit", section }),
};

/** @param section an unknown section is reported, with links to the sections */
export function AuditView({ site, section: name }: { site: ExplorerSite; section: string | undefined }) {
  useTitle(site.name, "Audit", name);
  const wanted = useAnswer("audit", { section: name }, site.version);
  const { isLoading } = wanted;
  const others = useAnswer("audit", wanted.problem && name !== undefined ? {} : undefined, site.version);
  const answer = wanted.problem ? others.answer : wanted.answer;
  const isUnknown = wanted.problem && answer && !answer.sections.some((each) => each.name === name);
  const problem = isUnknown ? `There is no section “${name}”.` : wanted.problem;
  const section = name === undefined ? undefined : answer?.section;
  const links = {
    ...LINKS,
    command: (own: string) => sectionCommand(site, own),
  };
  return (
    <article class="sheet audit" aria-busy={isLoading || undefined}>
      <h1>{section?.title ?? "Audit"}</h1>
      <ProblemText text={others.isLoading ? undefined : problem} />
      {answer ? (
        <>
          <nav class="choice sections" aria-label="Sections">
            <a
              class="choice-link"
              aria-current={name === undefined ? "page" : undefined}
              href={linkTo({ view: "audit" })}
            >
              summary
            </a>
            {answer.sections.map(({ name: own, title, label, rows, isUnchecked }) => (
              <a
                key={own}
                class="choice-link"
                aria-current={own === name ? "page" : undefined}
                data-empty={rows === 0 || undefined}
                href={linkTo({ view: "audit", section: own })}
                title={title}
              >
                {label} <span class="quiet">{isUnchecked ? "not checked" : inDigits(rows)}</span>
              </a>
            ))}
          </nav>
          {section ? (
            <AuditTables section={section} links={links} heading="h2" />
          ) : problem ? null : (
            <AuditOverview summary={answer.summary} links={links} />
          )}
        </>
      ) : problem ? null : (
        <p class="quiet" role="status">
          Reading all values…
        </p>
      )}
    </article>
  );
}
