/** The key conditions of a query: a value for each partition attribute, then conditions on the sort key. */
import type { ReadSource } from '../../code/key-attributes.js'
import { keyOperators, type KeyOperator, type ReadState } from '../../code/read-state.js'
import { Select, TextInput } from '../../design/inputs.js'
import { operatorLabel } from './describe-query.js'
import { scalar, scalarText, withPartition, withSort } from './query-draft.js'

export interface KeyFieldsProps {
  readonly draft: ReadState
  readonly source: ReadSource
  readonly onChange: (draft: ReadState) => void
}

export function PartitionFields({ draft, source, onChange }: KeyFieldsProps) {
  return source.partition.map(({ name, type }, at) => (
    <div key={name} className="builder-part">
      <label htmlFor={`pk-${name}`}>
        {name} ({type})
      </label>
      <div className="builder-key">
        <TextInput
          id={`pk-${name}`}
          mono
          placeholder="partition key"
          value={scalarText(draft.partition[at])}
          aria-invalid={isWrong(type, scalarText(draft.partition[at])) || undefined}
          onChange={(text) => onChange(withPartition(draft, source, at, text))}
        />
      </div>
    </div>
  ))
}

/** A condition is offered once all before it are equalities. */
export function SortFields({ draft, source, onChange }: KeyFieldsProps) {
  const firstOpen = source.sort.findIndex((_, at) => {
    const condition = draft.sort[at]
    return condition?.operator !== '=' || scalarText(condition.values[0]) === ''
  })
  const shown = firstOpen === -1 ? source.sort : source.sort.slice(0, firstOpen + 1)
  return shown.map(({ name, type }, at) => {
    const condition = draft.sort[at] ?? { operator: '=' as const, values: [scalar(type, '')] }
    const set = (operator: KeyOperator, texts: readonly string[]) => {
      const count = operator === 'between' ? 2 : 1
      const values = Array.from({ length: count }, (_, place) => scalar(type, texts[place] ?? ''))
      onChange(withSort(draft, at, { operator, values }))
    }
    const texts = condition.values.map(scalarText)
    return (
      <div key={name} className="builder-part">
        <label htmlFor={`sk-${name}`}>
          {name} ({type})
        </label>
        <div className="builder-key">
          <Select
            aria-label={`Condition on ${name}`}
            value={condition.operator}
            choices={keyOperators
              .filter((operator) => type !== 'N' || operator !== 'begins_with')
              .map((value) => ({ value, label: operatorLabel(value) }))}
            onChange={(operator) => set(operator, texts)}
          />
          {condition.values.map((_, place) => (
            <TextInput
              key={place}
              id={place === 0 ? `sk-${name}` : undefined}
              aria-label={place === 1 ? `${name}, upper bound` : undefined}
              mono
              placeholder="sort key"
              value={texts[place] ?? ''}
              aria-invalid={isWrong(type, texts[place] ?? '') || undefined}
              onChange={(text) => set(condition.operator, texts.with(place, text))}
            />
          ))}
        </div>
      </div>
    )
  })
}

const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/

export function isWrong(type: string, text: string): boolean {
  return type === 'N' && text !== '' && !number.test(text.trim()) && !text.includes('{{')
}
