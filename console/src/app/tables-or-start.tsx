import { lazy } from 'react'
import { useTableNames } from '../frame/queries.js'

const Tables = lazy(() =>
  import('../pages/tables/tables-page.js').then(({ TablesPage }) => ({ default: TablesPage })),
)
const Start = lazy(() =>
  import('../pages/first-run/first-run-page.js').then(({ FirstRunPage }) => ({
    default: FirstRunPage,
  })),
)

const lookAgainMs = 5000

/** A list of nothing helps nobody: without tables there is a way to get some. */
export function TablesOrStart() {
  const { data: names } = useTableNames(lookAgainMs)
  return names?.length === 0 ? <Start /> : <Tables />
}
