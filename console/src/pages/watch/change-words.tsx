import { ArrowRight } from 'lucide-react'
import { printPath } from '../../values/attribute-path.js'
import type { AttributeValue } from '../../values/attribute-value.js'
import { diffItems, kindOfChange, type ItemChange } from '../../values/diff-items.js'
import { printValue } from '../../values/print-value.js'
import type { ItemEvent } from './item-event.js'
import { shownChangesMax } from './limits.js'

/** What an event changed, in one line. */
export function ChangeWords({ event }: { readonly event: ItemEvent }) {
  if (event.isExpired) return <span className="watch-quiet">expired by TTL</span>
  if (event.before === undefined && event.after === undefined) {
    return <span className="watch-quiet">the stream has no images</span>
  }
  const changes = changesOf(event)
  return (
    <>
      {changes.slice(0, shownChangesMax).map((change) => (
        <ChangeWord key={printPath(change.path)} change={change} />
      ))}
      {changes.length > shownChangesMax && (
        <span className="watch-quiet">and {changes.length - shownChangesMax} more</span>
      )}
    </>
  )
}

/** The key is in sight already. */
export function changesOf({ before = {}, after = {}, key }: ItemEvent): readonly ItemChange[] {
  return diffItems(before, after).filter(({ path }) => !Object.hasOwn(key, path[0]))
}

const signs = { added: '+', removed: '−', changed: '' } as const

function ChangeWord({ change }: { readonly change: ItemChange }) {
  const kind = kindOfChange(change)
  const { before, after } = change
  return (
    <span className={`watch-change watch-${kind}`}>
      {signs[kind]} <span className="watch-path">{printPath(change.path)}</span>{' '}
      {kind === 'changed' && before !== undefined && (
        <>
          {shortValue(before)} <ArrowRight aria-label="becomes" size={11} />{' '}
        </>
      )}
      {shortValue(after ?? before!)}
    </span>
  )
}

function shortValue(value: AttributeValue): string {
  const text = printValue(value, 32)
  return 'S' in value ? `"${text}"` : text
}
