import { ArrowRight } from 'lucide-react'
import { Badge } from '../design/badge.js'
import { printPath } from '../values/attribute-path.js'
import { typeOfValue, type AttributeValue } from '../values/attribute-value.js'
import { changesType, kindOfChange, type ItemChange } from '../values/diff-items.js'
import { printValue } from '../values/print-value.js'
import './diff-list.css'

const signs = { added: '+', removed: '−', changed: '±' } as const

/** What differs between two images of an item, one line for each path. */
export function DiffList({
  label,
  changes,
}: {
  readonly label: string
  readonly changes: readonly ItemChange[]
}) {
  return (
    <ul className="diff-list" aria-label={label}>
      {changes.map((change) => (
        <DiffLine key={printPath(change.path)} change={change} />
      ))}
    </ul>
  )
}

function DiffLine({ change }: { readonly change: ItemChange }) {
  const kind = kindOfChange(change)
  return (
    <li className={`diff-line diff-${kind}`}>
      <span className="diff-sign" aria-hidden>
        {signs[kind]}
      </span>
      <span className="visually-hidden">{kind}</span>
      <span className="diff-path">{printPath(change.path)}</span>
      <span className="diff-values">
        {change.before !== undefined && <DiffValue value={change.before} isOld />}
        {kind === 'changed' && <ArrowRight aria-label="becomes" size={13} />}
        {change.after !== undefined && <DiffValue value={change.after} isOld={false} />}
        {changesType(change) && <Badge tone="warn">type changes</Badge>}
      </span>
    </li>
  )
}

/** A value with its type, since `1` and `"1"` look alike. */
export function DiffValue({
  value,
  isOld,
}: {
  readonly value: AttributeValue
  readonly isOld: boolean
}) {
  const text = printValue(value, 200)
  return (
    <span className={isOld ? 'diff-value diff-old' : 'diff-value'}>
      <span className="diff-type">{typeOfValue(value)}</span>
      <span className="diff-text">{text === '' ? '(empty)' : text}</span>
    </span>
  )
}
