import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleX, Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import { useTableChanged } from '../../frame/queries.js'
import { useWorkspace } from '../../frame/workspace.js'
import type { AccessPattern, ModelTable } from '../../modelling/data-model.js'
import { describePlan } from '../../modelling/describe-plan.js'
import { servePattern } from '../../modelling/serve-pattern.js'
import { simulatePattern } from '../../modelling/simulate-pattern.js'
import type { TabProps } from './tab-props.js'
import { withoutPattern, withPattern } from './model-edits.js'
import { PatternDialog } from './pattern-dialog.js'
import './patterns-tab.css'
import { RowBars } from './row-bars.js'
import {
  runPatterns,
  trialName,
  type PatternOutcome,
  type PatternOutcomes,
} from './run-patterns.js'

export interface PatternsTabProps extends TabProps {
  readonly id: string
}

export function PatternsTab({ id, model, table, change }: PatternsTabProps) {
  const { client } = useWorkspace()
  const changed = useTableChanged()
  const [edited, setEdited] = useState<AccessPattern>()
  const running = useMutation({
    mutationFn: () => runPatterns(client, id, model),
    onSettled: () => changed(),
  })
  const rows = model.patterns
    .filter((pattern) => pattern.table === table.name)
    .map((pattern) => rowOf(table, pattern, running.data))
  const add = () => setEdited(newPattern(table, model.patterns))
  return (
    <div className="patterns-tab">
      <div className="patterns-tools designer-edits">
        <p className="patterns-note">
          {running.data === undefined
            ? 'Figures are worked out from the samples. Run all to have them measured.'
            : `Measured on ${trialName(id, table.name)}, which is removed again.`}
        </p>
        <Button
          icon={Play}
          busy={running.isPending}
          disabled={rows.length === 0}
          onClick={() => running.mutate()}
        >
          Run all
        </Button>
        <Button icon={Plus} onClick={add}>
          Add pattern
        </Button>
      </div>
      {running.error !== null && <FaultNotice error={running.error} />}
      {rows.length === 0 ? (
        <EmptyState title="No access patterns yet">
          A pattern says what is known and what is wanted. The table or index that serves it is
          found by the key templates.
        </EmptyState>
      ) : (
        <RowsTable
          caption="Access patterns"
          columns={columnsFor({
            onEdit: setEdited,
            onRemove: (pattern) => change(withoutPattern(model, pattern.id)),
          })}
          rows={rows}
          keyOf={({ pattern }) => pattern.id}
        />
      )}
      {edited !== undefined && (
        <PatternDialog
          table={table}
          pattern={edited}
          onClose={() => setEdited(undefined)}
          onSave={(pattern) => {
            change(withPattern(model, pattern))
            setEdited(undefined)
          }}
        />
      )}
    </div>
  )
}

interface PatternRow {
  readonly pattern: AccessPattern
  readonly target: string | undefined
  readonly how: string
  readonly outcome: PatternOutcome | undefined
  readonly isMeasured: boolean
  readonly verdict: 'served' | 'unserved' | 'failed'
}

function rowOf(
  table: ModelTable,
  pattern: AccessPattern,
  outcomes: PatternOutcomes | undefined,
): PatternRow {
  const plan = servePattern(table, pattern)
  const how = describePlan(plan)
  if (plan.kind === 'unserved') {
    return {
      pattern,
      target: undefined,
      how,
      outcome: undefined,
      isMeasured: false,
      verdict: 'unserved',
    }
  }
  const measured = outcomes?.get(pattern.id)
  const { read, returned, readUnits, writeUnits, requests } = simulatePattern(table, pattern, plan)
  const outcome = measured ?? { read, returned, units: readUnits + writeUnits, requests }
  const differs = pattern.expectedRows !== undefined && outcome.returned !== pattern.expectedRows
  return {
    pattern,
    target: plan.index ?? table.name,
    how,
    outcome,
    isMeasured: measured !== undefined,
    verdict: differs || measured?.error !== undefined ? 'failed' : 'served',
  }
}

interface PatternActions {
  readonly onEdit: (pattern: AccessPattern) => void
  readonly onRemove: (pattern: AccessPattern) => void
}

function columnsFor({ onEdit, onRemove }: PatternActions): readonly Column<PatternRow>[] {
  return [
    { name: 'verdict', heading: <span className="visually-hidden">State</span>, cell: verdictOf },
    {
      name: 'name',
      heading: 'Pattern',
      cell: ({ pattern }) => <div className="patterns-name">{pattern.name}</div>,
    },
    {
      name: 'operation',
      heading: 'Operation',
      isSecondary: true,
      cell: ({ pattern }) => pattern.operation,
    },
    {
      name: 'target',
      heading: 'Served by',
      cell: ({ target }) =>
        target === undefined ? (
          <span className="patterns-none">nothing</span>
        ) : (
          <code>{target}</code>
        ),
    },
    {
      name: 'how',
      heading: 'How',
      isSecondary: true,
      cell: ({ how }) => <div className="patterns-how">{how}</div>,
    },
    {
      name: 'rows',
      heading: 'Read, returned',
      isSecondary: true,
      cell: ({ outcome }) => outcome && <RowBars read={outcome.read} returned={outcome.returned} />,
    },
    {
      name: 'units',
      heading: 'Units',
      isNumber: true,
      cell: ({ outcome }) => outcome?.units,
    },
    {
      name: 'requests',
      heading: 'Requests',
      isNumber: true,
      isSecondary: true,
      cell: ({ outcome }) => outcome?.requests,
    },
    {
      name: 'expected',
      heading: 'Expected',
      isNumber: true,
      isSecondary: true,
      cell: ({ pattern }) => pattern.expectedRows,
    },
    {
      name: 'actions',
      heading: <span className="visually-hidden">Actions</span>,
      cell: ({ pattern }) => (
        <span className="designer-edits">
          <IconButton
            label={`Edit ${pattern.name}`}
            icon={Pencil}
            onClick={() => onEdit(pattern)}
          />
          <IconButton
            label={`Delete ${pattern.name}`}
            icon={Trash2}
            onClick={() => onRemove(pattern)}
          />
        </span>
      ),
    },
  ]
}

function verdictOf({ verdict, isMeasured, outcome, pattern }: PatternRow) {
  if (verdict === 'served') {
    const label = isMeasured ? 'passed' : 'served'
    return <CircleCheck role="img" aria-label={label} className="patterns-ok" size={16} />
  }
  const label =
    verdict === 'unserved'
      ? 'not served'
      : outcome?.error === undefined
        ? `returned ${outcome?.returned}, expected ${pattern.expectedRows}`
        : `failed: ${outcome.error.message}`
  return <CircleX role="img" aria-label={label} className="patterns-bad" size={16} />
}

function newPattern(table: ModelTable, patterns: readonly AccessPattern[]): AccessPattern {
  let n = patterns.length + 1
  while (patterns.some(({ id }) => id === `pattern-${n}`)) n += 1
  return {
    id: `pattern-${n}`,
    name: '',
    description: '',
    operation: 'Query',
    table: table.name,
    conditions: [{ field: table.key.partition.name, operator: '=', values: [''] }],
    descending: false,
    consistent: false,
  }
}
