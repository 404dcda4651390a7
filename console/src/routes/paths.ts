/** The address of every page: the path names the place, the fragment holds values (see fragment.ts). */
const base = '/console'

export type TablePage =
  'overview' | 'items' | 'collections' | 'watch' | 'metrics' | 'recover' | 'import' | 'search'

export const paths = {
  home: () => base,
  tables: (region: string) => `${base}/${region}/tables`,
  createTable: (region: string) => `${base}/${region}/create-table`,
  table: (region: string, table: string, page: TablePage = 'overview') => {
    const place = `${base}/${region}/tables/${table}`
    return page === 'overview' ? place : `${place}/${page}`
  },
  partiql: (region: string) => `${base}/${region}/partiql`,
  compare: (region: string) => `${base}/${region}/compare`,
  jobs: (region: string) => `${base}/${region}/jobs`,
  triggers: (region: string) => `${base}/${region}/triggers`,
  start: (region: string) => `${base}/${region}/start`,
  models: () => `${base}/models`,
  model: (id: string) => `${base}/models/${id}`,
  settings: () => `${base}/settings`,
} as const

/** What a path names. */
export interface Place {
  readonly page: string
  readonly region?: string
  readonly table?: string
  readonly modelId?: string
}

/** Pages of a whole region. */
const regionPages = ['tables', 'create-table', 'partiql', 'compare', 'jobs', 'triggers', 'start']
const tablePages = ['items', 'collections', 'watch', 'metrics', 'recover', 'import', 'search']
/** No region has such a name. */
const plainPages = ['models', 'settings']

export function placeOf(pathname: string): Place {
  const [first, second, third, fourth] = pathname
    .slice(base.length)
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent)
  if (first === undefined) return { page: 'home' }
  if (plainPages.includes(first)) {
    return first === 'models' && second !== undefined
      ? { page: 'model', modelId: second }
      : { page: first }
  }
  if (second === undefined || second === 'tables') {
    return third === undefined
      ? { page: 'tables', region: first }
      : tablePlace(first, third, fourth)
  }
  return regionPages.includes(second) ? { page: second, region: first } : { page: 'missing' }
}

function tablePlace(region: string, table: string, page: string | undefined): Place {
  if (page === undefined) return { page: 'table', region, table }
  return tablePages.includes(page) ? { page, region, table } : { page: 'missing' }
}
