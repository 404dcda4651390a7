import { ChevronDown, ChevronRight } from 'lucide-react'
import { Button } from '../../design/button.js'
import { TextArea } from '../../design/inputs.js'
import { SegmentedControl } from '../../design/segmented-control.js'
import { printPath } from '../../values/attribute-path.js'
import type { AttributeValue } from '../../values/attribute-value.js'
import { BinaryField } from './binary-field.js'
import { useFormParts, useProblem, type Steps } from './form-context.js'
import { SetField } from './set-field.js'

export interface ValueFieldProps {
  readonly path: Steps
  readonly value: AttributeValue
  /** Of a map or list. */
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const truth = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
] as const

/** The field for a value of any type; the values inside of a map or list have fields of their own. */
export function ValueField({ path, value, isOpen, onToggle }: ValueFieldProps) {
  const { change } = useFormParts()
  const problem = useProblem(path)
  const label = printPath(path)
  const about = {
    'aria-label': label,
    ...(problem !== undefined && {
      'aria-invalid': true as const,
      'aria-describedby': `problem-${label}`,
    }),
  }
  if ('S' in value) {
    return (
      <TextArea
        {...about}
        className="attribute-text"
        rows={Math.min(8, value.S.split('\n').length)}
        value={value.S}
        placeholder="(empty)"
        onChange={(S) => change(path, { S })}
      />
    )
  }
  if ('N' in value) {
    // Every digit is in sight: a line of 38 would be cut.
    return (
      <TextArea
        {...about}
        mono
        className="attribute-text"
        rows={1}
        inputMode="decimal"
        value={value.N}
        onChange={(N) => change(path, { N: N.replace(/\s+/g, '') })}
      />
    )
  }
  if ('BOOL' in value) {
    return (
      <SegmentedControl
        label={label}
        value={value.BOOL ? 'true' : 'false'}
        choices={truth}
        onChange={(word) => change(path, { BOOL: word === 'true' })}
      />
    )
  }
  if ('NULL' in value) return <span className="attribute-null">null</span>
  if ('B' in value) {
    return (
      <BinaryField
        label={label}
        about={about}
        base64={value.B}
        onChange={(B) => change(path, { B })}
      />
    )
  }
  if ('M' in value || 'L' in value) {
    const count = 'M' in value ? Object.keys(value.M).length : value.L.length
    const noun = 'M' in value ? 'member' : 'element'
    return (
      <Button
        kind="ghost"
        className="attribute-toggle"
        icon={isOpen ? ChevronDown : ChevronRight}
        aria-expanded={isOpen}
        aria-label={`${label}: ${count} ${noun}${count === 1 ? '' : 's'}`}
        onClick={onToggle}
      >
        {'M' in value ? `{${count}}` : `[${count}]`}
      </Button>
    )
  }
  return <SetField label={label} set={value} onChange={(set) => change(path, set)} />
}
