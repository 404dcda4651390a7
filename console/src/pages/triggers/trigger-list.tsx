import type { Trigger } from '../../api/generated/gramme-types.js'
import { Badge, type Tone } from '../../design/badge.js'
import { Button } from '../../design/button.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import { useRegion, Link } from '../../routes/place.js'
import { paths } from '../../routes/paths.js'
import { lagText } from '../../design/lag-text.js'

export interface TriggerListProps {
  readonly triggers: readonly Trigger[]
  readonly chosen: string | undefined
  readonly onChoose: (name: string) => void
}

export function TriggerList({ triggers, chosen, onChoose }: TriggerListProps) {
  const region = useRegion()
  const columns: readonly Column<Trigger>[] = [
    {
      name: 'name',
      heading: 'Name',
      cell: ({ Name = '' }) => (
        <Button
          kind="ghost"
          className="triggers-name"
          aria-pressed={Name === chosen}
          onClick={() => onChoose(Name)}
        >
          {Name}
        </Button>
      ),
    },
    {
      name: 'table',
      heading: 'Table',
      cell: ({ TableName = '' }) => (
        <Link to={paths.table(region, TableName, 'watch')}>{TableName}</Link>
      ),
    },
    {
      name: 'state',
      heading: 'State',
      cell: (trigger) => (
        <span className="triggers-state">
          <Badge tone={toneOf(trigger)} dot>
            {stateOf(trigger)}
          </Badge>
          {trigger.LastError !== undefined && (
            <span className="triggers-failure">{trigger.LastError}</span>
          )}
        </span>
      ),
    },
    {
      name: 'lag',
      heading: 'Behind',
      isNumber: true,
      cell: ({ IteratorAgeMilliseconds }) => lagText(IteratorAgeMilliseconds),
    },
    {
      name: 'handler',
      heading: 'Handler',
      isSecondary: true,
      cell: ({ Handler }) => <code className="triggers-handler">{Handler}</code>,
    },
  ]
  return (
    <RowsTable
      caption="Triggers"
      columns={columns}
      rows={triggers}
      keyOf={({ Name = '' }) => Name}
    />
  )
}

function stateOf({ State = '', Enabled, LastError }: Trigger): string {
  if (Enabled === false) return 'disabled'
  if (LastError !== undefined) return 'fails'
  // The ARN of the stream says no more than the table.
  return State.replace(/ arn:\S+/, '')
}

function toneOf({ State = '', Enabled, LastError }: Trigger): Tone {
  if (LastError !== undefined) return 'danger'
  if (Enabled === false) return 'neutral'
  return State.startsWith('follows') ? 'ok' : 'warn'
}
