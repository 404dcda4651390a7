import { ArrowUpToLine } from 'lucide-react'
import { useState } from 'react'
import type { ScalarKey } from '../../code/key-attributes.js'
import { Button } from '../../design/button.js'
import { Field } from '../../design/field.js'
import { TextInput } from '../../design/inputs.js'
import type { Item } from '../../values/attribute-value.js'
import { typedValue } from './search-draft.js'

export interface ItemVectorProps {
  readonly keys: readonly ScalarKey[]
  readonly busy: boolean
  readonly onTake: (key: Item) => void
}

/** The key of an item whose vector is to be searched for. */
export function ItemVector({ keys, busy, onTake }: ItemVectorProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const isReady = keys.every(({ name }) => (typed[name] ?? '') !== '')
  const take = () =>
    onTake(
      Object.fromEntries(keys.map(({ name, type }) => [name, typedValue(type, typed[name] ?? '')])),
    )
  return (
    <div className="search-item">
      {keys.map(({ name, type }) => (
        <Field key={name} label={`${name} (${type}) of an item`}>
          {(parts) => (
            <TextInput
              {...parts}
              mono
              value={typed[name] ?? ''}
              onChange={(text) => setTyped({ ...typed, [name]: text })}
            />
          )}
        </Field>
      ))}
      <Button icon={ArrowUpToLine} busy={busy} disabled={!isReady} onClick={take}>
        Take its vector
      </Button>
    </div>
  )
}
