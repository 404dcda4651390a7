import { SegmentedControl } from '../../design/segmented-control.js'
import { printPath } from '../../values/attribute-path.js'
import type { ValueType } from '../../values/attribute-value.js'
import type { TypeDoubt } from '../../values/read-plain-json.js'
import { typeName } from '../form/type-choices.js'

export interface TypeDoubtsProps {
  readonly doubts: readonly TypeDoubt[]
  readonly onChoose: (path: string, type: ValueType) => void
}

/** Values whose type plain JSON does not tell. */
export function TypeDoubts({ doubts, onChoose }: TypeDoubtsProps) {
  if (doubts.length === 0) return null
  return (
    <ul className="type-doubts" aria-label="Types to decide">
      {doubts.map(({ path, taken, possible }) => (
        <li key={printPath(path)} className="type-doubt">
          <span>
            <code>{printPath(path)}</code> is saved as
          </span>
          <SegmentedControl
            label={`Type of ${printPath(path)}`}
            value={taken}
            choices={possible.map((type) => ({ value: type, label: typeName(type) }))}
            onChange={(type) => onChoose(printPath(path), type)}
          />
        </li>
      ))}
    </ul>
  )
}
