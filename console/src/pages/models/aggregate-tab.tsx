import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { Field } from '../../design/field.js'
import { Select } from '../../design/inputs.js'
import { Notice } from '../../design/notice.js'
import { SegmentedControl } from '../../design/segmented-control.js'
import type { AccessPattern, ModelTable } from '../../modelling/data-model.js'
import { legendOf } from '../../modelling/detect-entity.js'
import { describePlan } from '../../modelling/describe-plan.js'
import { servePattern } from '../../modelling/serve-pattern.js'
import { type Simulation, simulatePattern } from '../../modelling/simulate-pattern.js'
import { tableViewOf, type ViewRow } from '../../modelling/table-view.js'
import { useFragment } from '../../routes/place.js'
import './aggregate-tab.css'
import { AggregateView } from '../../collections/aggregate-view.js'
import { EntityLegend } from '../../collections/entity-legend.js'
import { simulationText } from './simulation-text.js'
import { SampleDialog } from './sample-dialog.js'
import type { TabProps } from './tab-props.js'

/** No index has such a name. */
const everyView = '*'
const tableView = '.'

export function AggregateTab({ model, table, change }: TabProps) {
  const [{ view = tableView, pattern: patternId = '' }, setFragment] = useFragment()
  const [traced, setTraced] = useState<string>()
  const [opened, setOpened] = useState<ViewRow | 'new'>()
  const patterns = model.patterns.filter((each) => each.table === table.name)
  const pattern = patterns.find(({ id }) => id === patternId)
  const found = pattern && explain(table, pattern)
  const shown = found === undefined ? view : found.index
  const indexes = table.indexes.filter(({ name }) => name === shown || shown === everyView)
  const showsTable = shown === tableView || shown === everyView || indexes.length === 0
  const common = {
    table,
    traced,
    onTrace: setTraced,
    onOpen: setOpened,
    read: found?.simulation?.readKeys,
    returned: found?.simulation?.returnedKeys,
  }
  return (
    <div className="aggregate-tab">
      <div className="aggregate-tools">
        <SegmentedControl
          label="View"
          value={shown}
          choices={[
            { value: tableView, label: 'Table' },
            ...table.indexes.map(({ name }) => ({ value: name, label: name })),
            ...(table.indexes.length === 0 ? [] : [{ value: everyView, label: 'All' }]),
          ]}
          onChange={(name) =>
            setFragment({ view: name === tableView ? undefined : name, pattern: undefined })
          }
        />
        {patterns.length > 0 && (
          <Field label="Access pattern">
            {(parts) => (
              <Select
                {...parts}
                value={pattern?.id ?? ''}
                choices={[
                  { value: '', label: 'None' },
                  ...patterns.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(id) => setFragment({ pattern: id || undefined })}
              />
            )}
          </Field>
        )}
        <Button icon={Plus} className="designer-edits" onClick={() => setOpened('new')}>
          Add sample
        </Button>
      </div>
      {found !== undefined && (
        <Notice tone={found.simulation === undefined ? 'warn' : 'info'}>{found.text}</Notice>
      )}
      <EntityLegend entries={legendOf(table)} />
      {table.samples.length === 0 && (
        <EmptyState title="No samples yet">
          Add items here, or let the Design tab generate them from the key templates.
        </EmptyState>
      )}
      {table.samples.length > 0 && showsTable && (
        <AggregateView title={table.name} view={tableViewOf(table)} {...common} />
      )}
      {table.samples.length > 0 &&
        indexes.map((index) => (
          <AggregateView
            key={index.name}
            title={index.name}
            view={tableViewOf(table, index)}
            {...common}
          />
        ))}
      {opened !== undefined && (
        <SampleDialog
          model={model}
          table={table}
          row={opened === 'new' ? undefined : opened}
          change={change}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}

interface Explanation {
  readonly index: string
  readonly text: string
  readonly simulation?: Simulation
}

function explain(table: ModelTable, pattern: AccessPattern): Explanation {
  const plan = servePattern(table, pattern)
  if (plan.kind === 'unserved')
    return { index: tableView, text: `Not served. ${describePlan(plan)}` }
  const simulation = simulatePattern(table, pattern, plan)
  const target = plan.index ?? table.name
  return {
    index: plan.index ?? tableView,
    simulation,
    text: `${plan.operation} on ${target}: ${describePlan(plan)}${pattern.descending ? ', descending' : ''} → ${simulationText(simulation)}`,
  }
}
