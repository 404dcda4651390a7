/** Which component shows which page. A page is loaded when it is opened. */
import { lazy, type ComponentType } from 'react'
import { TablesOrStart } from './tables-or-start.js'

export const pages: Readonly<Record<string, ComponentType>> = {
  import: lazy(() => import('../pages/import/import-page.js').then(pick('ImportPage'))),
  tables: TablesOrStart,
  start: lazy(() => import('../pages/first-run/first-run-page.js').then(pick('FirstRunPage'))),
  items: lazy(() => import('../pages/items/items-page.js').then(pick('ItemsPage'))),
  collections: lazy(() =>
    import('../pages/collections/collections-page.js').then(pick('CollectionsPage')),
  ),
  models: lazy(() => import('../pages/models/models-page.js').then(pick('ModelsPage'))),
  model: lazy(() => import('../pages/models/model-page.js').then(pick('ModelPage'))),
  settings: lazy(() => import('../pages/settings/settings-page.js').then(pick('SettingsPage'))),
  table: lazy(() => import('../pages/table/table-page.js').then(pick('TableOverviewPage'))),
  'create-table': lazy(() =>
    import('../pages/table/create-table-page.js').then(pick('CreateTablePage')),
  ),
  partiql: lazy(() => import('../pages/partiql/partiql-page.js').then(pick('PartiqlPage'))),
  watch: lazy(() => import('../pages/watch/watch-page.js').then(pick('WatchPage'))),
  triggers: lazy(() => import('../pages/triggers/triggers-page.js').then(pick('TriggersPage'))),
  compare: lazy(() => import('../pages/compare/compare-page.js').then(pick('ComparePage'))),
  recover: lazy(() => import('../pages/recover/recover-page.js').then(pick('RecoverPage'))),
  jobs: lazy(() => import('../pages/jobs/jobs-page.js').then(pick('JobsPage'))),
  search: lazy(() => import('../pages/search/search-page.js').then(pick('SearchPage'))),
  metrics: lazy(() => import('../pages/metrics/metrics-page.js').then(pick('MetricsPage'))),
  missing: lazy(() => import('../pages/missing/missing-page.js').then(pick('MissingPage'))),
}

/** For `lazy`, which wants a default export. */
function pick<Name extends string>(name: Name) {
  return (module: Readonly<Record<Name, ComponentType>>) => ({ default: module[name] })
}
