import { formatCount } from '../design/format.js'
import { classNames } from '../design/class-names.js'
import type { LegendEntry } from '../modelling/detect-entity.js'
import './entity-legend.css'
import './tint-class.css'
import { tintClass } from './tint-class.js'

export interface EntityLegendProps {
  readonly entries: readonly LegendEntry[]
  readonly chosen?: string | undefined
  /** Entities can be chosen if this is given. */
  readonly onChoose?: (name: string) => void
}

export function EntityLegend({ entries, chosen, onChoose }: EntityLegendProps) {
  return (
    <ul className="legend" aria-label="Entities">
      {entries.map(({ name, count, tint }) => (
        <li key={name} className={tintClass(tint)}>
          {onChoose === undefined ? (
            <span className="legend-entry">
              <EntryWords name={name} count={count} />
            </span>
          ) : (
            <button
              type="button"
              className={classNames('legend-entry', 'legend-button')}
              aria-pressed={name === chosen}
              onClick={() => onChoose(name)}
            >
              <EntryWords name={name} count={count} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function EntryWords({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <>
      <span className="legend-mark" aria-hidden>
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span className="legend-name">{name}</span>
      <span className="legend-count">{formatCount(count)}</span>
    </>
  )
}
