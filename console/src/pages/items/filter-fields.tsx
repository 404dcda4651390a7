/** One filter: an attribute or a path into it, an operator, its values. */
import { Plus, X } from 'lucide-react'
import {
  filterOperators,
  operandsOf,
  type Filter,
  type FilterOperator,
} from '../../code/read-state.js'
import { IconButton } from '../../design/button.js'
import { Select, TextInput, type Choice } from '../../design/inputs.js'
import { typeOfValue, valueTypes, type AttributeValue } from '../../values/attribute-value.js'
import { operatorLabel } from './describe-query.js'
import { isWrong } from './key-fields.js'
import { scalarText, withOperator } from './query-draft.js'

export interface FilterFieldsProps {
  readonly filter: Filter
  readonly place: number
  /** Names of attributes that were seen. */
  readonly attributes: readonly string[]
  readonly onChange: (filter: Filter) => void
  readonly onRemove: () => void
}

export function FilterFields({ filter, place, attributes, onChange, onRemove }: FilterFieldsProps) {
  const setValue = (at: number, value: AttributeValue) =>
    onChange({ ...filter, values: filter.values.with(at, value) })
  return (
    <div className="builder-filter" role="group" aria-label={`Filter ${place + 1}`}>
      <TextInput
        className="builder-path"
        aria-label="Attribute"
        placeholder="attribute or path"
        list={`filter-names-${place}`}
        mono
        value={filter.path}
        onChange={(path) => onChange({ ...filter, path })}
      />
      <datalist id={`filter-names-${place}`}>
        {attributes.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Select
        className="builder-operator"
        aria-label="Operator"
        value={filter.operator}
        choices={operators}
        onChange={(operator) => onChange(withOperator(filter, operator))}
      />
      {filter.values.map((value, at) => (
        <ValueField
          key={at}
          operator={filter.operator}
          value={value}
          onChange={(next) => setValue(at, next)}
        />
      ))}
      {operandsOf(filter.operator) === 'any' && (
        <IconButton
          label="Add a value"
          icon={Plus}
          onClick={() => onChange({ ...filter, values: [...filter.values, { S: '' }] })}
        />
      )}
      <IconButton label="Remove filter" icon={X} onClick={onRemove} />
    </div>
  )
}

const operators: readonly Choice<FilterOperator>[] = (
  filterOperators as readonly FilterOperator[]
).map((value) => ({ value, label: operatorLabel(value) }))

const scalarTypes = ['S', 'N', 'B', 'BOOL', 'NULL'] as const
type ScalarName = (typeof scalarTypes)[number]

interface ValueFieldProps {
  readonly operator: FilterOperator
  readonly value: AttributeValue
  readonly onChange: (value: AttributeValue) => void
}

function ValueField({ operator, value, onChange }: ValueFieldProps) {
  if (operator === 'type') {
    return (
      <Select
        className="builder-type"
        aria-label="Type"
        value={scalarText(value) || 'S'}
        choices={valueTypes.map((type) => ({ value: type, label: type }))}
        onChange={(type) => onChange({ S: type })}
      />
    )
  }
  const type = typeOfValue(value) as ScalarName
  return (
    <>
      {!operator.startsWith('size') && (
        <Select
          className="builder-type"
          aria-label="Type of the value"
          value={type}
          choices={scalarTypes.map((each) => ({ value: each, label: each }))}
          onChange={(next) => onChange(ofType(next, scalarText(value)))}
        />
      )}
      {type === 'BOOL' ? (
        <Select
          className="builder-type"
          aria-label="Value"
          value={'BOOL' in value && value.BOOL ? 'true' : 'false'}
          choices={[
            { value: 'true', label: 'true' },
            { value: 'false', label: 'false' },
          ]}
          onChange={(text) => onChange({ BOOL: text === 'true' })}
        />
      ) : (
        type !== 'NULL' && (
          <TextInput
            className="builder-value"
            aria-label="Value"
            mono
            value={scalarText(value)}
            aria-invalid={isWrong(type, scalarText(value)) || undefined}
            onChange={(text) => onChange(ofType(type, text))}
          />
        )
      )}
    </>
  )
}

function ofType(type: ScalarName, text: string): AttributeValue {
  switch (type) {
    case 'BOOL':
      return { BOOL: true }
    case 'NULL':
      return { NULL: true }
    case 'N':
      return { N: text }
    case 'B':
      return { B: text }
    case 'S':
      return { S: text }
  }
}
