/** The tiers whose services and commands record their statements, if the runner wants it. */
export const RECORDED_TIERS = ['stories', 'postgres', 'cluster'];
