import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { TableDescription } from '../../api/generated/dynamodb-types.js'
import { Badge } from '../../design/badge.js'
import { Button } from '../../design/button.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Field } from '../../design/field.js'
import { countOf, formatBytes, formatTime } from '../../design/format.js'
import { TextInput } from '../../design/inputs.js'
import { Panel } from '../../design/panel.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import { useTableChanged, useTableDescription } from '../../frame/queries.js'
import { useWorkspace } from '../../frame/workspace.js'
import type { AttributeValue, Item } from '../../values/attribute-value.js'
import { sameValue } from '../../values/compare-values.js'
import { printValue } from '../../values/print-value.js'
import {
  pastRows,
  readPastItem,
  type PastAnswer,
  type PastQuestion,
  type PastRow,
} from './read-past-item.js'

export interface PastItemProps {
  readonly table: string
  readonly moment: number
}

export function PastItem({ table, moment }: PastItemProps) {
  const { client } = useWorkspace()
  const changed = useTableChanged()
  const { data: description } = useTableDescription(table)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const look = useMutation({
    mutationFn: (question: PastQuestion) => readPastItem(client, question),
    onSettled: () => changed(),
  })
  if (description === undefined) return null
  const names = (description.KeySchema ?? []).map(({ AttributeName }) => AttributeName)
  const isReady = names.every((name) => (typed[name] ?? '') !== '')
  const size = `${countOf(description.ItemCount ?? 0, 'item')}, ${formatBytes(description.TableSizeBytes ?? 0)}`
  return (
    <Panel title="One item as it was">
      <p className="recover-note">
        The API restores whole tables, so the table ({size}) is restored as a temporary table, the
        item is read from it, and the temporary table is deleted. Keep this page open meanwhile.
      </p>
      <div className="recover-form">
        {names.map((name) => (
          <Field key={name} label={`${name} (${typeOf(name, description)})`}>
            {(parts) => (
              <TextInput
                {...parts}
                mono
                value={typed[name] ?? ''}
                onChange={(text) => setTyped({ ...typed, [name]: text })}
              />
            )}
          </Field>
        ))}
        <Button
          icon={Search}
          busy={look.isPending}
          disabled={!isReady}
          onClick={() => look.mutate({ table, moment, key: keyOf(names, typed, description) })}
        >
          Show the item as of {formatTime(moment * 1000)}
        </Button>
      </div>
      {look.error !== null && <FaultNotice error={look.error} />}
      {look.data !== undefined && <Found answer={look.data} />}
    </Panel>
  )
}

function typeOf(name: string, { AttributeDefinitions = [] }: TableDescription): 'S' | 'N' | 'B' {
  const found = AttributeDefinitions.find(({ AttributeName }) => AttributeName === name)
  return found?.AttributeType ?? 'S'
}

function keyOf(
  names: readonly string[],
  typed: Readonly<Record<string, string>>,
  description: TableDescription,
): Item {
  const entries = names.map((name) => [name, { [typeOf(name, description)]: typed[name] ?? '' }])
  return Object.fromEntries(entries) as Item
}

function Found({ answer }: { readonly answer: PastAnswer }) {
  const time = formatTime(answer.question.moment * 1000)
  if (answer.then === undefined && answer.now === undefined) {
    return <p className="recover-note">There is no such item, and there was none at {time}.</p>
  }
  return (
    <>
      {answer.then === undefined && (
        <p className="recover-note">At {time} there was no such item.</p>
      )}
      {answer.now === undefined && <p className="recover-note">The item is not there any more.</p>}
      <RowsTable
        caption={`The item at ${time} and now`}
        columns={columnsAt(time)}
        rows={pastRows(answer)}
        keyOf={({ name }) => name}
      />
    </>
  )
}

function columnsAt(time: string): readonly Column<PastRow>[] {
  return [
    { name: 'name', heading: 'Attribute', cell: ({ name }) => <code>{name}</code> },
    { name: 'then', heading: time, cell: ({ then }) => <Value value={then} /> },
    { name: 'now', heading: 'Now', cell: ({ now }) => <Value value={now} /> },
    {
      name: 'change',
      heading: 'Change',
      cell: (row) => {
        const change = changeOf(row)
        return change === undefined ? 'same' : <Badge tone="warn">{change}</Badge>
      },
    },
  ]
}

function Value({ value }: { readonly value: AttributeValue | undefined }) {
  return value === undefined ? (
    <span className="recover-note">missing</span>
  ) : (
    <code>{printValue(value)}</code>
  )
}

function changeOf({ then, now }: PastRow): string | undefined {
  if (then === undefined) return 'added since'
  if (now === undefined) return 'removed since'
  return sameValue(then, now) ? undefined : 'changed since'
}
