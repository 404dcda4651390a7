import { Badge, type Tone } from '../../design/badge.js'
import { Button } from '../../design/button.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import { printPath } from '../../values/attribute-path.js'
import { diffItems } from '../../values/diff-items.js'
import { printValue } from '../../values/print-value.js'
import type { ItemDifference } from './difference.js'
import { namedPathsMax } from './limits.js'

export interface DifferenceListProps {
  readonly differences: readonly ItemDifference[]
  readonly chosen: ItemDifference | undefined
  readonly onChoose: (difference: ItemDifference) => void
}

const tones: Readonly<Record<ItemDifference['kind'], Tone>> = {
  added: 'ok',
  removed: 'danger',
  changed: 'accent',
}

export function DifferenceList({ differences, chosen, onChoose }: DifferenceListProps) {
  const columns: readonly Column<ItemDifference>[] = [
    {
      name: 'kind',
      heading: 'Difference',
      cell: ({ kind }) => <Badge tone={tones[kind]}>{kind}</Badge>,
    },
    {
      name: 'key',
      heading: 'Key',
      cell: (difference) => (
        <Button
          kind="ghost"
          className="compare-key"
          aria-pressed={difference.id === chosen?.id}
          onClick={() => onChoose(difference)}
        >
          {keyName(difference)}
        </Button>
      ),
    },
    { name: 'paths', heading: 'Attributes', isSecondary: true, cell: pathsOf },
  ]
  return (
    <RowsTable caption="Differences" columns={columns} rows={differences} keyOf={({ id }) => id} />
  )
}

export function keyName({ key }: ItemDifference): string {
  return Object.values(key)
    .map((value) => printValue(value, 60))
    .join(' / ')
}

function pathsOf({ before, after }: ItemDifference): string {
  if (before === undefined || after === undefined) return ''
  const paths = diffItems(before, after).map(({ path }) => printPath(path))
  const more = paths.length - namedPathsMax
  return `${paths.slice(0, namedPathsMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
