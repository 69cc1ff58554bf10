import { Controller } from '@nestjs/common';
import { Optional, Text } from '@parley/realtime/requests';

import { QueryOf } from '../../../platform/http/query-values.js';
import { Administration, AdministrationRoute } from '../access/administration-route.js';
import { FiguresService } from './figures.service.js';
import type { FigureHistory, PresentFigures } from './figures.service.js';

const LONGEST_NODE_ID = 36;

class FigureHistoryRequest {
  /** The id of a node; missing: all nodes together. */
  @Optional()
  @Text({ min: 1, max: LONGEST_NODE_ID })
  node?: string | null;
}

/** The live figures of the deployment, for moderators and administrators. */
@Controller('api/admin/figures')
@Administration()
export class FiguresController {
  constructor(private readonly figures: FiguresService) {}

  @AdministrationRoute('GET', '', {
    summary: 'Returns the last sample of each running node, and the numbers of the deployment.',
    right: 'figures.read',
    answer: { description: 'The figures.', type: 'PresentFigures' },
  })
  present(): Promise<PresentFigures> {
    return this.figures.present();
  }

  @AdministrationRoute('GET', 'history/', {
    summary: 'Returns the samples of the last hour, of all nodes together or of one.',
    right: 'figures.read',
    query: FigureHistoryRequest,
    answer: { description: 'The figures of each ten seconds.', type: 'FigureHistory' },
    refusals: {
      404: {
        description: 'No samples of this node are known: `not_found`; or `ADMIN_PAGE` is off.',
        type: 'HttpError',
      },
    },
  })
  history(@QueryOf(FigureHistoryRequest) { node }: FigureHistoryRequest): FigureHistory {
    return this.figures.history(node ?? undefined);
  }
}
