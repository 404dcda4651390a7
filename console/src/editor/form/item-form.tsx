import { useMemo } from 'react'
import { printPath, valueAt, withRenamed, withValueAt } from '../../values/attribute-path.js'
import type { Item } from '../../values/attribute-value.js'
import type { ItemProblem } from '../../values/validate-item.js'
import type { TableKeys } from '../table-keys.js'
import { FormParts, type FormContext, type Steps } from './form-context.js'
import './item-form.css'
import { MapFields } from './nested-fields.js'

export interface ItemFormProps {
  readonly item: Item
  readonly read: Item | undefined
  readonly keys: TableKeys
  readonly problems: readonly ItemProblem[]
  /** `place` names the field: typing on in it is one step. */
  readonly onChange: (item: Item, place?: string) => void
}

/** An item as typed fields. */
export function ItemForm({ item, read, keys, problems, onChange }: ItemFormProps) {
  const byPath = useMemo(
    () => new Map(problems.map(({ path, message }) => [printPath(path), message])),
    [problems],
  )
  const parts: FormContext = {
    keys,
    read,
    problems: byPath,
    change: (path, value) =>
      onChange(withValueAt(item, path, value), value === undefined ? undefined : printPath(path)),
    rename: (parent, from, to) => onChange(renamedIn(item, parent, from, to)),
  }
  return (
    <FormParts value={parts}>
      <div className="item-form">
        <MapFields map={item} path={[]} />
      </div>
    </FormParts>
  )
}

function renamedIn(item: Item, parent: Steps, from: string, to: string): Item {
  if (parent.length === 0) return withRenamed(item, from, to)
  const map = valueAt(item, parent)
  if (map === undefined || !('M' in map)) return item
  return withValueAt(item, parent, { M: withRenamed(map.M, from, to) })
}
