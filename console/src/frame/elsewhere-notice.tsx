import { Button } from '../design/button.js'
import { countOf } from '../design/format.js'
import { Notice } from '../design/notice.js'
import './elsewhere-notice.css'
import { useTablesElsewhere } from './tables-elsewhere.js'

/** Where tables are that somebody may look for here. */
export function ElsewhereNotice() {
  const places = useTablesElsewhere()
  if (places.length === 0) return null
  return (
    <Notice>
      <ul className="elsewhere">
        {places.map(({ region, account, isOtherAccount, tables, visit }) => {
          const where = isOtherAccount ? `account ${account}` : region
          return (
            <li key={`${account} ${region}`}>
              Also: {where} has {countOf(tables, 'table')}{' '}
              <Button aria-label={`Switch to ${where}`} onClick={visit}>
                Switch
              </Button>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
