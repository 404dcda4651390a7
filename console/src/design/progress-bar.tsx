import './progress-bar.css'

export interface ProgressBarProps {
  readonly label: string
  /** From 0 to 1; undefined if nobody knows. */
  readonly share: number | undefined
}

export function ProgressBar({ label, share }: ProgressBarProps) {
  const percent =
    share === undefined ? undefined : Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent !== undefined && { 'aria-valuenow': percent })}
    >
      <span
        className={percent === undefined ? 'progress-done progress-unknown' : 'progress-done'}
        style={{ inlineSize: `${percent ?? 30}%` }}
      />
    </div>
  )
}
