import type { DeadLetter } from '../../api/generated/gramme-types.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { CodeBlock } from '../../design/code-block.js'
import { countOf } from '../../design/format.js'
import { Skeleton } from '../../design/skeleton.js'
import { useDeadLetters } from './trigger-queries.js'

export interface DeadLettersProps {
  readonly name: string
  readonly hasFile: boolean
}

/** Batches that were given up, the newest first. */
export function DeadLetters({ name, hasFile }: DeadLettersProps) {
  const { data, error } = useDeadLetters(name)
  if (error !== null) return <FaultNotice error={error} />
  if (data === undefined) return <Skeleton />
  const letters = data.DeadLetters ?? []
  if (letters.length === 0) {
    return (
      <EmptyState title="No batch was given up.">
        {!hasFile && (
          <>
            The trigger has no file for them: <code>--dead-letter-file</code> names one.
          </>
        )}
      </EmptyState>
    )
  }
  return (
    <>
      {data.HasEarlierLetters === true && (
        <p className="triggers-quiet">The last {letters.length}; the file has more.</p>
      )}
      <ul className="triggers-letters">
        {letters.map((letter) => (
          <Letter key={`${letter.ShardId} ${letter.StartSequenceNumber}`} letter={letter} />
        ))}
      </ul>
    </>
  )
}

function Letter({ letter }: { readonly letter: DeadLetter }) {
  return (
    <li>
      <details className="triggers-letter">
        <summary>
          <time>{letter.Timestamp}</time>
          <strong>{letter.Condition}</strong>
          <span>{countOf(letter.BatchSize ?? 0, 'record')}</span>
          <span>{countOf(letter.ApproximateInvokeCount ?? 0, 'attempt')}</span>
          <span className="triggers-failure">{letter.FunctionError}</span>
        </summary>
        <CodeBlock text={payloadText(letter)} label="Records of the batch" />
      </details>
    </li>
  )
}

function payloadText({ Payload = '' }: DeadLetter): string {
  try {
    return JSON.stringify(JSON.parse(Payload), undefined, 2)
  } catch {
    return Payload
  }
}
