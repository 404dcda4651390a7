import { Code, Search } from 'lucide-react'
import type { VectorIndexDescription } from '../../api/generated/dynamodb-types.js'
import type { ScalarKey } from '../../code/key-attributes.js'
import { Button } from '../../design/button.js'
import { Field } from '../../design/field.js'
import { formatCount } from '../../design/format.js'
import { Select, TextArea, TextInput } from '../../design/inputs.js'
import type { Item } from '../../values/attribute-value.js'
import { ItemVector } from './item-vector.js'
import { topKMax } from './limits.js'
import { readVector } from './read-vector.js'
import { topKFault, type SearchAttribute, type SearchDraft } from './search-draft.js'

export interface SearchFormProps {
  readonly indexes: readonly VectorIndexDescription[]
  readonly index: VectorIndexDescription
  readonly attributes: readonly SearchAttribute[]
  readonly keys: readonly ScalarKey[]
  readonly draft: SearchDraft
  /** Whether it makes a request. */
  readonly isReady: boolean
  readonly isSearching: boolean
  readonly isTaking: boolean
  readonly onChange: (change: Partial<SearchDraft>) => void
  readonly onIndex: (name: string) => void
  readonly onTake: (key: Item) => void
  readonly onSearch: () => void
  readonly onCode: () => void
}

export function SearchForm(props: SearchFormProps) {
  const { indexes, index, attributes, draft, isReady, onChange } = props
  const conditions = draft.conditions
  return (
    <form
      className="search-form"
      aria-label="Search"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) props.onSearch()
      }}
    >
      <div className="search-line">
        <Field label="Index" hint={indexFacts(index)}>
          {(parts) => (
            <Select
              {...parts}
              value={index.IndexName ?? ''}
              choices={indexes.map(({ IndexName = '' }) => ({
                value: IndexName,
                label: IndexName,
              }))}
              onChange={props.onIndex}
            />
          )}
        </Field>
        <Field label="TopK" hint={`Up to ${topKMax} results.`} error={topKFault(draft.topK)}>
          {(parts) => (
            <TextInput
              {...parts}
              inputMode="numeric"
              value={draft.topK}
              onChange={(topK) => onChange({ topK: topK.trim() })}
            />
          )}
        </Field>
        {attributes.map(({ name, type, role }) => (
          <Field
            key={name}
            label={`${name} (${type})`}
            hint={role === 'hash' ? 'Hash: every search needs one.' : 'Filter; empty means any.'}
          >
            {(parts) => (
              <TextInput
                {...parts}
                mono
                value={conditions[name] ?? ''}
                onChange={(text) => onChange({ conditions: { ...conditions, [name]: text } })}
              />
            )}
          </Field>
        ))}
      </div>
      <VectorField index={index} text={draft.vector} onChange={(vector) => onChange({ vector })} />
      <div className="search-line">
        <ItemVector keys={props.keys} busy={props.isTaking} onTake={props.onTake} />
        <div className="search-run">
          <Button icon={Code} disabled={!isReady} onClick={props.onCode}>
            Show as code
          </Button>
          <Button
            type="submit"
            kind="primary"
            icon={Search}
            busy={props.isSearching}
            disabled={!isReady}
          >
            Search
          </Button>
        </div>
      </div>
    </form>
  )
}

function indexFacts({
  DistanceFunction,
  IndexStatus = 'ACTIVE',
  ItemCount = 0,
}: VectorIndexDescription) {
  const state = IndexStatus === 'ACTIVE' ? [] : [IndexStatus]
  return [...state, DistanceFunction, `about ${formatCount(ItemCount)} items`].join(' · ')
}

interface VectorFieldProps {
  readonly index: VectorIndexDescription
  readonly text: string
  readonly onChange: (text: string) => void
}

function VectorField({ index, text, onChange }: VectorFieldProps) {
  const { Dimensions = 0 } = index
  const read = readVector(text)
  const hint =
    'vector' in read
      ? `${formatCount(read.vector.length)} of ${formatCount(Dimensions)} numbers`
      : `A JSON list of ${formatCount(Dimensions)} numbers, or DynamoDB JSON.`
  return (
    <Field label="Vector" hint={hint} error={'fault' in read ? read.fault : undefined}>
      {(parts) => (
        <TextArea
          {...parts}
          mono
          rows={3}
          placeholder="[0.1, 0.7, 0.2]"
          value={text}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
