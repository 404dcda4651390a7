import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge } from '../../design/badge.js'
import { Button, IconButton } from '../../design/button.js'
import { ConfirmDialog } from '../../design/confirm-dialog.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Field } from '../../design/field.js'
import { TextInput } from '../../design/inputs.js'
import { Panel } from '../../design/panel.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import { useTableWork } from '../../frame/table-work.js'
import { offeredRegions } from '../../frame/used-places.js'
import { useWorkspace } from '../../frame/workspace.js'
import { paths } from '../../routes/paths.js'
import { Link } from '../../routes/place.js'
import { ReplicaLinksPanel } from './replica-links-panel.js'
import { replicaRows, type ReplicaRow } from './replica-rows.js'
import type { TableTabProps } from './table-tab.js'

/** The other regions of a global table. */
export function ReplicasTab({ table, description }: TableTabProps) {
  const { region } = useWorkspace()
  const [removed, setRemoved] = useState<string>()
  const work = useTableWork(table)
  const rows = replicaRows(description)
  const remove = (RegionName: string) =>
    work.mutate(
      {
        run: (client) =>
          client.call('dynamodb', 'UpdateTable', {
            TableName: table,
            ReplicaUpdates: [{ Delete: { RegionName } }],
          }),
        done: `The replica in ${RegionName} is being removed.`,
      },
      { onSuccess: () => setRemoved(undefined) },
    )
  return (
    <div className="table-tab">
      <Panel title="Replicas">
        {rows.length === 0 ? (
          <p className="table-note">
            The table is in {region} alone. With a replica it becomes a global table: each region
            reads and writes its own copy, and changes reach the others.
          </p>
        ) : (
          <RowsTable
            caption="Replicas"
            columns={columnsOf(table, setRemoved)}
            rows={rows}
            keyOf={(row) => row.region}
          />
        )}
      </Panel>
      {rows.length > 0 && <ReplicaLinksPanel table={table} />}
      <AddReplica table={table} taken={[region, ...rows.map((row) => row.region)]} />
      <ConfirmDialog
        title={`Remove the replica in ${removed ?? ''}`}
        action="Remove replica"
        open={removed !== undefined}
        busy={work.isPending}
        {...(removed !== undefined && { nameToType: removed })}
        onClose={() => setRemoved(undefined)}
        onConfirm={() => removed !== undefined && remove(removed)}
      >
        <p>
          {table} and its items are deleted in {removed}. They stay in the other regions.
        </p>
        {work.error !== null && <FaultNotice error={work.error} />}
      </ConfirmDialog>
    </div>
  )
}

interface AddReplicaProps {
  readonly table: string
  readonly taken: readonly string[]
}

function AddReplica({ table, taken }: AddReplicaProps) {
  const { region } = useWorkspace()
  const [name, setName] = useState('')
  const list = useId()
  const work = useTableWork(table)
  const add = () =>
    work.mutate(
      {
        run: (client) =>
          client.call('dynamodb', 'UpdateTable', {
            TableName: table,
            ReplicaUpdates: [{ Create: { RegionName: name.trim() } }],
          }),
        done: `A replica of ${table} is being made in ${name.trim()}.`,
      },
      { onSuccess: () => setName('') },
    )
  return (
    <Panel title="Add a replica">
      {work.error !== null && <FaultNotice error={work.error} />}
      <div className="table-form">
        <Field label="Region" hint="Its copy of the table is made and filled.">
          {(parts) => <TextInput {...parts} list={list} value={name} onChange={setName} />}
        </Field>
        <datalist id={list}>
          {offeredRegions(region)
            .filter((each) => !taken.includes(each))
            .map((each) => (
              <option key={each} value={each} />
            ))}
        </datalist>
        <div className="table-actions">
          <Button
            kind="primary"
            icon={Plus}
            busy={work.isPending}
            disabled={name.trim() === '' || taken.includes(name.trim())}
            onClick={add}
          >
            Add replica
          </Button>
        </div>
      </div>
    </Panel>
  )
}

function columnsOf(
  table: string,
  onRemove: (region: string) => void,
): readonly Column<ReplicaRow>[] {
  return [
    {
      name: 'region',
      heading: 'Region',
      cell: ({ region, isWitness }) =>
        isWitness ? region : <Link to={paths.table(region, table)}>{region}</Link>,
    },
    {
      name: 'state',
      heading: 'Status',
      cell: ({ state, progress }) => (
        <>
          <Badge tone={toneOf(state)} dot>
            {state}
          </Badge>{' '}
          {progress}
        </>
      ),
    },
    { name: 'details', heading: 'Details', cell: ({ details }) => details },
    {
      name: 'remove',
      heading: <span className="visually-hidden">Actions</span>,
      cell: ({ region, state, isWitness }) =>
        !isWitness && (
          <IconButton
            label={`Remove the replica in ${region}`}
            icon={Trash2}
            disabled={state === 'DELETING'}
            onClick={() => onRemove(region)}
          />
        ),
    },
  ]
}

function toneOf(state: string): 'ok' | 'warn' | 'danger' {
  if (state === 'ACTIVE') return 'ok'
  return /FAILED|INACCESSIBLE|NOT_AUTHORIZED/.test(state) ? 'danger' : 'warn'
}
