import { useState } from 'react'
import './code-block.css'
import { CopyButton } from './copy-button.js'
import { SegmentedControl } from './segmented-control.js'

export interface CodeBlockProps {
  readonly text: string
  /** Read aloud: "DescribeTable as JSON". */
  readonly label: string
}

export function CodeBlock({ text, label }: CodeBlockProps) {
  return (
    <div className="code-block">
      <div className="code-copy">
        <CopyButton text={text} label="Copy" iconOnly />
      </div>
      <pre className="code-text" tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </div>
  )
}

export interface CodeForm {
  readonly name: string
  readonly text: string
}

/** The same thing in several languages. */
export function CodeTabs({
  label,
  forms,
}: {
  readonly label: string
  readonly forms: readonly CodeForm[]
}) {
  const [chosen, setChosen] = useState(forms[0]?.name ?? '')
  const shown = forms.find(({ name }) => name === chosen) ?? forms[0]
  if (shown === undefined) return null
  return (
    <div className="code-tabs">
      <SegmentedControl
        label={label}
        value={shown.name}
        choices={forms.map(({ name }) => ({ value: name, label: name }))}
        onChange={setChosen}
      />
      <CodeBlock text={shown.text} label={`${label}: ${shown.name}`} />
    </div>
  )
}
