-- Prints what was imported, for migrations diff --report completeness: sqlite3 -csv -header site.db < listing.sql
with parts as (
  select page, language, key, atom from page_values,
    json_tree(iif(page_values.value glob '[[{]*', page_values.value, json_quote(page_values.value)))),
texts as (
  select page, language, group_concat(iif(key = 'url', atom, null), ' ') as urls, group_concat(iif(
    key in ('id', 'contentType', 'mediaType', 'name', 'path', 'url') or key glob '*Date', null, atom), ' ') as html
  from parts group by page, language)
select id as key, language, iif(language is null, path, null) as url, iif(language is null, name, null) as name, html,
  coalesce(urls, '') || ' ' || coalesce((select group_concat(target, ' ') from page_references where page = id), '')
    as "references"
from pages left join texts on page = id;
