-- Prints what was imported, for migrations verify: sqlite3 -csv -header site.db < listing.sql
with parts as (
  select page, language, key, atom from page_values,
    json_tree(iif(page_values.value glob '[[{]*', page_values.value, json_quote(page_values.value)))),
texts as (
  select page, language, group_concat(iif(key = 'url', atom, null), ' ') as urls, group_concat(iif(
    key in ('id', 'contentType', 'mediaType', 'name', 'path', 'url') or key glob '*Date', null, atom), ' ') as html
  from parts group by page, language)
select id as key, texts.language, coalesce(own.path, pages.path) as url, coalesce(own.name, pages.name) as name, html,
  coalesce(urls, '') || ' ' || coalesce((select group_concat(target, ' ') from page_references where page_references.page = id), '')
    as "references"
from pages left join texts on texts.page = id
  left join page_languages as own on own.page = id and own.language = texts.language;
