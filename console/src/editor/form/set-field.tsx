import { Plus, X } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { IconButton } from '../../design/button.js'
import { TextInput } from '../../design/inputs.js'
import type { AttributeValue } from '../../values/attribute-value.js'
import { isBase64 } from '../../values/base64.js'
import { normalNumber } from '../../values/decimal.js'
import { printValue, sortedMembers, visibleText } from '../../values/print-value.js'
import { numberProblem } from '../../values/validate-item.js'
import { shownElementsMax } from '../limits.js'

type SetValue = Extract<AttributeValue, { SS: unknown } | { NS: unknown } | { BS: unknown }>

export interface SetFieldProps {
  readonly label: string
  readonly set: SetValue
  readonly onChange: (set: SetValue) => void
}

/** The members of a set as chips. Order has no meaning, so they are sorted. */
export function SetField({ label, set, onChange }: SetFieldProps) {
  const [draft, setDraft] = useState('')
  const [isWhole, setWhole] = useState(false)
  const members = sortedMembers(set)
  const shown = isWhole ? members : members.slice(0, shownElementsMax)
  const problem = draft === '' ? undefined : memberProblem(set, members, draft)
  const add = (event: SyntheticEvent) => {
    event.preventDefault()
    if (draft === '' || problem !== undefined) return
    onChange(withMembers(set, [...membersOf(set), draft]))
    setDraft('')
  }
  return (
    <div className="set-field" role="group" aria-label={label}>
      <ul className="set-chips">
        {shown.map((member) => (
          <li key={member} className="set-chip">
            <span className="set-text" title={member}>
              {'BS' in set ? printValue({ B: member }, 24) : visibleText(member)}
            </span>
            <button
              type="button"
              className="set-remove"
              aria-label={`Remove ${member.slice(0, 40)} from ${label}`}
              onClick={() =>
                onChange(
                  withMembers(
                    set,
                    membersOf(set).filter((each) => each !== member),
                  ),
                )
              }
            >
              <X aria-hidden size={12} />
            </button>
          </li>
        ))}
        {shown.length < members.length && (
          <li>
            <button type="button" className="set-more" onClick={() => setWhole(true)}>
              Show all {members.length}
            </button>
          </li>
        )}
      </ul>
      <form className="set-add" onSubmit={add}>
        <TextInput
          mono={!('SS' in set)}
          value={draft}
          placeholder={'BS' in set ? 'Add base64' : 'Add member'}
          aria-label={`New member of ${label}`}
          aria-invalid={problem !== undefined || undefined}
          title={problem}
          onChange={setDraft}
        />
        <IconButton type="submit" label={`Add to ${label}`} icon={Plus} disabled={draft === ''} />
      </form>
      {problem !== undefined && <p className="attribute-problem">{problem}</p>}
    </div>
  )
}

function membersOf(set: SetValue): readonly string[] {
  if ('SS' in set) return set.SS
  return 'NS' in set ? set.NS : set.BS
}

function withMembers(set: SetValue, members: readonly string[]): SetValue {
  if ('SS' in set) return { SS: members }
  return 'NS' in set ? { NS: members } : { BS: members }
}

function memberProblem(
  set: SetValue,
  members: readonly string[],
  draft: string,
): string | undefined {
  if ('NS' in set) {
    const fault = numberProblem(draft)
    if (fault !== undefined) return fault
    return members.map(normalNumber).includes(normalNumber(draft))
      ? 'It is there already'
      : undefined
  }
  if ('BS' in set && !isBase64(draft)) return 'Not base64'
  return members.includes(draft) ? 'It is there already' : undefined
}
