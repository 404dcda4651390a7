import type { StatementSchema } from './statement-schema.js'
import type { TextProblem } from './text-problem.js'

export interface StatementEditorProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly schema: StatementSchema
  readonly problems?: readonly TextProblem[]
  readonly label: string
  /** Where the cursor is. */
  readonly onCursor?: (offset: number) => void
  /** Ctrl+Enter. */
  readonly onSubmit?: () => void
}
