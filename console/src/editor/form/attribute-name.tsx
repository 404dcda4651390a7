import { useState } from 'react'
import { TextInput } from '../../design/inputs.js'
import { printPath } from '../../values/attribute-path.js'
import { useFormParts, type Steps } from './form-context.js'

/** A name that can be changed; it takes effect when the field is left, or with Enter. */
export function AttributeName({
  path,
  siblings,
}: {
  readonly path: Steps
  readonly siblings: readonly string[]
}) {
  const { rename } = useFormParts()
  const name = path.at(-1)!
  const [draft, setDraft] = useState<string>()
  if (typeof name === 'number') return <span className="attribute-index">{name}</span>
  const isTaken = draft !== undefined && draft !== name && siblings.includes(draft)
  const commit = () => {
    if (draft !== undefined && draft !== '' && !isTaken) rename(path.slice(0, -1), name, draft)
    setDraft(undefined)
  }
  return (
    <TextInput
      mono
      className="attribute-name"
      aria-label={`Name of ${printPath(path)}`}
      aria-invalid={isTaken || undefined}
      title={isTaken ? 'There is an attribute of this name' : name}
      value={draft ?? name}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) commit()
      }}
    />
  )
}
