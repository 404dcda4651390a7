import './patterns-tab.css'

/** Rows for which a bar has its full length. */
const fullRows = 20

/** How much is read, and how much of it is returned. */
export function RowBars({ read, returned }: { readonly read: number; readonly returned: number }) {
  const share = (rows: number) => `${Math.min(100, (rows / Math.max(fullRows, read)) * 100)}%`
  return (
    <span className="row-bars">
      <span className="row-bars-numbers">
        {read}, {returned}
      </span>
      <span className="row-bars-track" aria-hidden>
        <span className="row-bars-read" style={{ inlineSize: share(read) }} />
        <span className="row-bars-returned" style={{ inlineSize: share(returned) }} />
      </span>
    </span>
  )
}
