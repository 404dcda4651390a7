/** A Scan or a Query, put together: one line of keys, filters below it, the rest behind a button. */
import { Play, Plus, SlidersHorizontal, Square } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ReadSource } from '../../code/key-attributes.js'
import { keyOfferOf } from '../../code/key-offers.js'
import type { Filter, ReadState } from '../../code/read-state.js'
import { Button } from '../../design/button.js'
import { Field } from '../../design/field.js'
import { Checkbox, Select, TextInput } from '../../design/inputs.js'
import { Notice } from '../../design/notice.js'
import { SegmentedControl } from '../../design/segmented-control.js'
import { useIsPhone } from '../../frame/use-is-phone.js'
import './builder.css'
import { describeQuery } from './describe-query.js'
import { FilterFields } from './filter-fields.js'
import { PartitionFields, SortFields } from './key-fields.js'
import { withSource } from './query-draft.js'

export interface QueryBuilderProps {
  readonly draft: ReadState
  readonly sources: readonly ReadSource[]
  readonly attributes: readonly string[]
  readonly isReading: boolean
  readonly onChange: (draft: ReadState) => void
  readonly onRun: () => void
  readonly onStop: () => void
  /** Buttons beside Run. */
  readonly children: ReactNode
}

export function QueryBuilder(props: QueryBuilderProps) {
  const { draft, sources, onChange } = props
  const [isOpen, setOpen] = useState(false)
  const source = sources.find(({ index }) => index === draft.index) ?? sources[0]!
  const offer = keyOfferOf(draft, sources)
  const isNarrow = useIsPhone()
  const [isUnfolded, setUnfolded] = useState(false)
  if (isNarrow && !isUnfolded) {
    return (
      <div className="builder-line">
        <Button icon={SlidersHorizontal} onClick={() => setUnfolded(true)}>
          <span className="builder-summary">{describeQuery(draft, sources)}</span>
        </Button>
      </div>
    )
  }
  return (
    <form
      className="builder"
      aria-label="Query"
      onSubmit={(event) => {
        event.preventDefault()
        setUnfolded(false)
        props.onRun()
      }}
    >
      <div className="builder-line">
        <KindControl {...props} source={source} />
        <PartitionFields draft={draft} source={source} onChange={onChange} />
        {draft.kind === 'query' && <SortFields draft={draft} source={source} onChange={onChange} />}
        <Button icon={Plus} onClick={() => onChange(withFilter(draft))}>
          Filter
        </Button>
        <Button
          icon={SlidersHorizontal}
          kind="ghost"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Options
        </Button>
        <div className="builder-run">
          {props.children}
          {props.isReading ? (
            <Button icon={Square} onClick={props.onStop}>
              Stop
            </Button>
          ) : (
            <Button kind="primary" icon={Play} type="submit" title="Run (Ctrl+Enter)">
              Run
            </Button>
          )}
        </div>
      </div>
      {draft.filters.map((filter, place) => (
        <FilterFields
          key={place}
          filter={filter}
          place={place}
          attributes={props.attributes}
          onChange={(next) => onChange({ ...draft, filters: draft.filters.with(place, next) })}
          onRemove={() =>
            onChange({ ...draft, filters: draft.filters.filter((other) => other !== filter) })
          }
        />
      ))}
      {offer !== undefined && (
        <Notice action={<Button onClick={() => onChange(offer.state)}>{offer.label}</Button>}>
          A filter is applied to items after they were read. This one can decide what is read.
        </Notice>
      )}
      {isOpen && <BuilderOptions {...props} source={source} />}
    </form>
  )
}

interface WithSource extends QueryBuilderProps {
  readonly source: ReadSource
}

function KindControl({ draft, sources, source, onChange }: WithSource) {
  const hasKey = source.partition.every((_, at) => draft.partition[at] !== undefined)
  return (
    <div className="builder-part">
      <span className="builder-label" aria-live="polite">
        {draft.kind === 'query' ? 'Query: the partition key is set' : 'Scan: reads every item'}
      </span>
      <div className="builder-key">
        <SegmentedControl
          label="Operation"
          value={draft.kind}
          choices={[
            { value: 'scan', label: 'Scan' },
            { value: 'query', label: 'Query', disabled: !hasKey && draft.kind === 'scan' },
          ]}
          onChange={(kind) => onChange({ ...draft, kind })}
        />
        <Select
          aria-label="Table or index"
          value={source.index ?? ''}
          choices={sources.map(({ index }) => ({ value: index ?? '', label: index ?? 'Table' }))}
          onChange={(name) => {
            const next = sources.find(({ index }) => (index ?? '') === name)
            if (next !== undefined) onChange(withSource(draft, source, next))
          }}
        />
      </div>
    </div>
  )
}

function BuilderOptions({ draft, source, onChange }: WithSource) {
  return (
    <div className="builder-options">
      <Field label="Attributes to return" hint="Separated by commas; empty is all">
        {(parts) => (
          <TextInput
            {...parts}
            mono
            defaultValue={draft.projection.join(', ')}
            onChange={(text) =>
              onChange({
                ...draft,
                projection: text
                  .split(',')
                  .map((path) => path.trim())
                  .filter((path) => path !== ''),
              })
            }
          />
        )}
      </Field>
      <Field label="Limit" hint="Items that one request reads">
        {(parts) => (
          <TextInput
            {...parts}
            inputMode="numeric"
            value={draft.limit === undefined ? '' : String(draft.limit)}
            onChange={(text) => onChange({ ...draft, limit: limitOf(text) })}
          />
        )}
      </Field>
      <Checkbox
        checked={draft.descending}
        disabled={draft.kind === 'scan'}
        onChange={(descending) => onChange({ ...draft, descending })}
      >
        Descending
      </Checkbox>
      <Checkbox
        checked={draft.consistent && source.kind !== 'global'}
        disabled={source.kind === 'global'}
        onChange={(consistent) => onChange({ ...draft, consistent })}
      >
        Consistent read
      </Checkbox>
    </div>
  )
}

function limitOf(text: string): number | undefined {
  const limit = Number(text)
  return Number.isInteger(limit) && limit > 0 ? limit : undefined
}

function withFilter(draft: ReadState): ReadState {
  const filter: Filter = { path: '', operator: '=', values: [{ S: '' }] }
  return { ...draft, filters: [...draft.filters, filter] }
}
