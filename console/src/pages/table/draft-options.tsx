import type { BillingMode, TableClass } from '../../api/generated/dynamodb-types.js'
import { Field } from '../../design/field.js'
import { Checkbox, Select, TextArea, TextInput, type Choice } from '../../design/inputs.js'
import { Panel } from '../../design/panel.js'
import { SegmentedControl } from '../../design/segmented-control.js'
import type { DraftPartProps } from './draft-part.js'
import type { TableDraft } from './table-draft.js'
import { TagRows } from './tag-rows.js'
import { ThroughputFields } from './throughput-fields.js'
import { viewTypes } from './view-types.js'

const billingModes: readonly Choice<BillingMode>[] = [
  { value: 'PAY_PER_REQUEST', label: 'On-demand' },
  { value: 'PROVISIONED', label: 'Provisioned' },
]

const tableClasses: readonly Choice<TableClass>[] = [
  { value: 'STANDARD', label: 'STANDARD' },
  { value: 'STANDARD_INFREQUENT_ACCESS', label: 'STANDARD_INFREQUENT_ACCESS' },
]

const encryptions: readonly Choice<TableDraft['encryption']>[] = [
  { value: 'default', label: 'Owned key (default)' },
  { value: 'kms', label: 'KMS key' },
]

export function DraftCapacity({ draft, faults, onChange }: DraftPartProps) {
  return (
    <Panel title="Capacity">
      <SegmentedControl
        label="Billing mode"
        value={draft.billing}
        choices={billingModes}
        onChange={(billing) => onChange({ billing })}
      />
      <ThroughputFields
        value={draft}
        billing={draft.billing}
        faultOf={(field) => faults[field]}
        onChange={onChange}
      />
    </Panel>
  )
}

export function DraftOptions(props: DraftPartProps) {
  const { draft, faults, onChange } = props
  return (
    <Panel title="Settings">
      <div className="create-pair">
        <Field label="Stream">
          {(parts) => (
            <Select
              {...parts}
              value={draft.stream}
              choices={[{ value: 'off', label: 'Off' }, ...viewTypes]}
              onChange={(stream) => onChange({ stream })}
            />
          )}
        </Field>
        <Field label="TTL attribute" hint="Set once the table is there. Empty means off.">
          {(parts) => (
            <TextInput
              {...parts}
              mono
              value={draft.ttlAttribute}
              onChange={(ttlAttribute) => onChange({ ttlAttribute })}
            />
          )}
        </Field>
      </div>
      <RecoveryOption {...props} />
      <Checkbox checked={draft.isProtected} onChange={(isProtected) => onChange({ isProtected })}>
        Deletion protection
      </Checkbox>
      <Field label="Tags" error={faults['tags']}>
        {({ id }) => (
          <div id={id} role="group" aria-label="Tags">
            <TagRows tags={draft.tags} faults={faults} onChange={(tags) => onChange({ tags })} />
          </div>
        )}
      </Field>
      <details className="create-more">
        <summary>Class, encryption and access</summary>
        <RareOptions {...props} />
      </details>
    </Panel>
  )
}

function RecoveryOption({ draft, faults, onChange }: DraftPartProps) {
  return (
    <div className="create-row">
      <Checkbox checked={draft.recovers} onChange={(recovers) => onChange({ recovers })}>
        Point-in-time recovery
      </Checkbox>
      {draft.recovers && (
        <Field label="Days to keep" error={faults['recoveryDays']}>
          {(parts) => (
            <TextInput
              {...parts}
              inputMode="numeric"
              value={draft.recoveryDays}
              onChange={(recoveryDays) => onChange({ recoveryDays })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

function RareOptions({ draft, faults, onChange }: DraftPartProps) {
  return (
    <div className="create-form">
      <div className="create-pair">
        <Field label="Table class">
          {(parts) => (
            <Select
              {...parts}
              value={draft.tableClass}
              choices={tableClasses}
              onChange={(tableClass) => onChange({ tableClass })}
            />
          )}
        </Field>
        <Field label="Encryption">
          {(parts) => (
            <Select
              {...parts}
              value={draft.encryption}
              choices={encryptions}
              onChange={(encryption) => onChange({ encryption })}
            />
          )}
        </Field>
        {draft.encryption === 'kms' && (
          <Field label="KMS key" hint="An id, ARN or alias. Empty means alias/aws/dynamodb.">
            {(parts) => (
              <TextInput
                {...parts}
                mono
                value={draft.kmsKey}
                onChange={(kmsKey) => onChange({ kmsKey: kmsKey.trim() })}
              />
            )}
          </Field>
        )}
      </div>
      <Field label="Resource policy" hint="JSON. Empty means none." error={faults['policy']}>
        {(parts) => (
          <TextArea
            {...parts}
            mono
            value={draft.policy}
            onChange={(policy) => onChange({ policy })}
          />
        )}
      </Field>
    </div>
  )
}
