import { Select, TextInput } from '../../design/inputs.js'
import {
  parameterTypes,
  readParameter,
  type ParameterDraft,
  type ParameterType,
} from './parameter-draft.js'

export interface ParameterFieldsProps {
  readonly drafts: readonly ParameterDraft[]
  readonly onChange: (drafts: readonly ParameterDraft[]) => void
}

/** One field for each `?` of the text. */
export function ParameterFields({ drafts, onChange }: ParameterFieldsProps) {
  return (
    <fieldset className="partiql-parameters">
      <legend>Parameters</legend>
      {drafts.map((draft, at) => (
        <ParameterField
          key={at}
          name={`Parameter ${at + 1}`}
          draft={draft}
          onChange={(next) => onChange(drafts.with(at, next))}
        />
      ))}
    </fieldset>
  )
}

interface ParameterFieldProps {
  readonly name: string
  readonly draft: ParameterDraft
  readonly onChange: (draft: ParameterDraft) => void
}

const types = parameterTypes.map((type) => ({ value: type, label: type }))

const truths = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
]

function ParameterField({ name, draft, onChange }: ParameterFieldProps) {
  const { type, text } = draft
  const reading = readParameter(draft)
  const change = (next: ParameterType) =>
    onChange({ type: next, text: next === 'BOOL' ? 'true' : text })
  return (
    <div className="partiql-parameter">
      <span className="partiql-parameter-name">{name}</span>
      <Select aria-label={`${name}, type`} value={type} choices={types} onChange={change} />
      {type === 'BOOL' && (
        <Select
          aria-label={name}
          value={text}
          choices={truths}
          onChange={(next) => onChange({ type, text: next })}
        />
      )}
      {type !== 'BOOL' && type !== 'NULL' && (
        <TextInput
          mono
          aria-label={name}
          aria-invalid={'fault' in reading}
          value={text}
          onChange={(next) => onChange({ type, text: next })}
        />
      )}
      {'fault' in reading && text !== '' && (
        <span className="partiql-parameter-fault">{reading.fault}</span>
      )}
    </div>
  )
}
