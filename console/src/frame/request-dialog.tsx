/** A request in every language. */
import { requestCodes } from '../code/request-code.js'
import type { CodeRequest } from '../code/request.js'
import { CodeTabs } from '../design/code-block.js'
import { Dialog } from '../design/dialog.js'
import { useWorkspace } from './workspace.js'

export interface RequestDialogProps {
  readonly request: CodeRequest
  readonly onClose: () => void
}

export function RequestDialog({ request, onClose }: RequestDialogProps) {
  const { endpoint, region } = useWorkspace()
  const codes = requestCodes(request, { endpoint, region })
  return (
    <Dialog title={`${request.operation} as code`} open size="wide" onClose={onClose}>
      <CodeTabs
        label="Language"
        forms={codes.map(({ label, code }) => ({ name: label, text: code }))}
      />
    </Dialog>
  )
}
