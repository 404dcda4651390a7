/** The tables of the region, at the left of every page. */
import { useState } from 'react'
import { countOf } from '../design/format.js'
import { TextInput } from '../design/inputs.js'
import { paths } from '../routes/paths.js'
import { Link, usePlace } from '../routes/place.js'
import { matchesWords } from './match-words.js'
import { useTableNames } from './queries.js'
import './table-list.css'
import { useWorkspace } from './workspace.js'

export function TableList() {
  const { region } = useWorkspace()
  const { table } = usePlace()
  const [filter, setFilter] = useState('')
  const { data: names = [], error } = useTableNames()
  const shown = names.filter((name) => matchesWords(name, filter))
  return (
    <div className="table-list">
      <TextInput
        aria-label="Filter tables"
        placeholder="Filter tables"
        value={filter}
        onChange={setFilter}
      />
      <ul aria-label="Tables">
        {shown.map((name) => (
          <li key={name}>
            <Link
              to={paths.table(region, name, 'items')}
              aria-current={name === table ? 'page' : undefined}
              title={name}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <p className="table-list-count" aria-live="polite">
        {error !== null ? (
          <Link to={paths.tables(region)}>The tables cannot be listed.</Link>
        ) : filter === '' ? (
          countOf(names.length, 'table')
        ) : (
          `${shown.length} of ${names.length}`
        )}
      </p>
    </div>
  )
}
