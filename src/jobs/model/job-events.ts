/** The channel of the notification that some job has work; it has no payload. */
export const JOBS_CHANNEL = 'jobs';
/** Notification: something of the job with this id has changed that its watchers want to know. */
export const PROGRESS_CHANNEL = 'job_progress';
/** Notification: the job with this id was cancelled. */
export const CANCELLED_CHANNEL = 'job_cancelled';
