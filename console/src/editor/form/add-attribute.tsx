import { Plus } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '../../design/button.js'
import { Select, TextInput } from '../../design/inputs.js'
import { printPath } from '../../values/attribute-path.js'
import type { ValueType } from '../../values/attribute-value.js'
import { emptyValue } from '../../values/convert-value.js'
import { useFormParts, type Steps } from './form-context.js'
import { typeChoices } from './type-choices.js'

/** A line to add an attribute to an item, or a member to a map. */
export function AddAttribute({
  path,
  names,
}: {
  readonly path: Steps
  readonly names: readonly string[]
}) {
  const { change } = useFormParts()
  const [name, setName] = useState('')
  const [type, setType] = useState<ValueType>('S')
  const where = path.length === 0 ? '' : ` in ${printPath(path)}`
  const isTaken = names.includes(name)
  const add = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name === '' || isTaken) return
    change([...path, name], emptyValue(type))
    setName('')
  }
  return (
    <form className="add-attribute" onSubmit={add}>
      <TextInput
        mono
        value={name}
        placeholder={path.length === 0 ? 'New attribute' : 'New member'}
        aria-label={`Name of new attribute${where}`}
        aria-invalid={isTaken || undefined}
        onChange={setName}
      />
      <Select
        className="attribute-type"
        aria-label={`Type of new attribute${where}`}
        value={type}
        choices={typeChoices}
        onChange={setType}
      />
      <Button
        type="submit"
        icon={Plus}
        aria-label={`Add attribute${where}`}
        disabled={name === '' || isTaken}
      >
        {isTaken ? 'Name taken' : 'Add'}
      </Button>
    </form>
  )
}
