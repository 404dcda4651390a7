import type { TextProblem } from './text-problem.js'

export interface JsonEditorProps {
  readonly value: string
  readonly onChange?: (value: string) => void
  /** Shown in the text. Without them the editor reports what is not JSON. */
  readonly errors?: readonly TextProblem[]
  /** What is edited, for people who do not see it. */
  readonly label: string
  readonly readOnly?: boolean
  /** Ctrl+Enter. */
  readonly onSubmit?: () => void
}
