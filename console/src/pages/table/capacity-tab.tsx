import { useState } from 'react'
import type { BillingMode, TableClass } from '../../api/generated/dynamodb-types.js'
import { Button } from '../../design/button.js'
import { CodeBlock } from '../../design/code-block.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Field } from '../../design/field.js'
import { Select, type Choice } from '../../design/inputs.js'
import { Panel } from '../../design/panel.js'
import { SegmentedControl } from '../../design/segmented-control.js'
import { useTableWork } from '../../frame/table-work.js'
import { AutoScalingPanel } from './auto-scaling-panel.js'
import { capacityDraftOf, capacityUpdate, type CapacityDraft } from './capacity-change.js'
import { throughputFaults } from './draft-faults.js'
import type { TableTabProps } from './table-tab.js'
import { ThroughputFields } from './throughput-fields.js'

const modes: readonly Choice<BillingMode>[] = [
  { value: 'PAY_PER_REQUEST', label: 'On-demand' },
  { value: 'PROVISIONED', label: 'Provisioned' },
]
const classes: readonly Choice<TableClass>[] = [
  { value: 'STANDARD', label: 'STANDARD' },
  { value: 'STANDARD_INFREQUENT_ACCESS', label: 'STANDARD_INFREQUENT_ACCESS' },
]

export function CapacityTab({ table, description }: TableTabProps) {
  const [typed, setTyped] = useState<Partial<CapacityDraft>>({})
  const draft = { ...capacityDraftOf(description), ...typed }
  const change = (some: Partial<CapacityDraft>) => setTyped((now) => ({ ...now, ...some }))
  const work = useTableWork(table)
  const faults = Object.fromEntries(throughputFaults(draft, draft, ''))
  const hasFault = Object.values(faults).some((fault) => fault !== undefined)
  const update = hasFault ? undefined : capacityUpdate(description, draft)
  const save = () =>
    update !== undefined &&
    work.mutate(
      {
        run: (client) => client.call('dynamodb', 'UpdateTable', update),
        done: `The capacity of ${table} is being changed.`,
      },
      { onSuccess: () => setTyped({}) },
    )
  return (
    <div className="table-tab">
      <Panel title="Capacity">
        {work.error !== null && <FaultNotice error={work.error} />}
        <div className="table-form">
          <SegmentedControl
            label="Billing mode"
            value={draft.billing}
            choices={modes}
            onChange={(billing) => change({ billing })}
          />
          <ThroughputFields
            value={draft}
            billing={draft.billing}
            faultOf={(field) => faults[field]}
            onChange={change}
          />
          <Field label="Table class">
            {(parts) => (
              <Select
                {...parts}
                value={draft.tableClass}
                choices={classes}
                onChange={(tableClass) => change({ tableClass })}
              />
            )}
          </Field>
          {update !== undefined && (
            <CodeBlock label="UpdateTable" text={JSON.stringify(update, null, 2)} />
          )}
          <div className="table-actions">
            <Button
              kind="primary"
              busy={work.isPending}
              disabled={update === undefined}
              onClick={save}
            >
              Change capacity
            </Button>
            <Button disabled={Object.keys(typed).length === 0} onClick={() => setTyped({})}>
              Discard
            </Button>
          </div>
        </div>
      </Panel>
      <AutoScalingPanel table={table} description={description} />
    </div>
  )
}
