import { Module } from '@nestjs/common';

import { LimitMetrics } from '../metrics/limit-metrics.js';
import { UserBudgets } from './user-budgets.js';

/** The limits of one user, over sockets and HTTP alike. */
@Module({ providers: [LimitMetrics, UserBudgets], exports: [LimitMetrics, UserBudgets] })
export class UserBudgetsModule {}
