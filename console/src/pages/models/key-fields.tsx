import { Field } from '../../design/field.js'
import { Select, TextInput } from '../../design/inputs.js'
import type { KeyType } from '../../modelling/data-model.js'

export interface TypedKey {
  readonly name: string
  readonly type: KeyType
}

export interface KeyFieldsProps {
  readonly partition: TypedKey
  readonly sort: TypedKey
  readonly onPartition: (key: TypedKey) => void
  readonly onSort: (key: TypedKey) => void
  /** A local index has the table's partition key. */
  readonly isLocal?: boolean
}

const keyTypes = [
  { value: 'S', label: 'String' },
  { value: 'N', label: 'Number' },
  { value: 'B', label: 'Binary' },
] as const

export function KeyFields({
  partition,
  sort,
  onPartition,
  onSort,
  isLocal = false,
}: KeyFieldsProps) {
  return (
    <div className="model-fields">
      <Field label="Partition key">
        {(parts) => (
          <TextInput
            {...parts}
            mono
            disabled={isLocal}
            value={partition.name}
            onChange={(name) => onPartition({ ...partition, name })}
          />
        )}
      </Field>
      <Field label="Partition key type">
        {(parts) => (
          <Select
            {...parts}
            disabled={isLocal}
            value={partition.type}
            choices={keyTypes}
            onChange={(type) => onPartition({ ...partition, type })}
          />
        )}
      </Field>
      <Field label="Sort key" hint={isLocal ? undefined : 'Empty if there is none.'}>
        {(parts) => (
          <TextInput
            {...parts}
            mono
            value={sort.name}
            onChange={(name) => onSort({ ...sort, name })}
          />
        )}
      </Field>
      <Field label="Sort key type">
        {(parts) => (
          <Select
            {...parts}
            value={sort.type}
            choices={keyTypes}
            onChange={(type) => onSort({ ...sort, type })}
          />
        )}
      </Field>
    </div>
  )
}
