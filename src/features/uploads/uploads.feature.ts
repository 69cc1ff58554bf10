import type { Feature } from '../../platform/feature/feature.js';
import { UploadRow, UploadUsage } from './upload.entity.js';

export const uploadsFeature: Feature = { entities: [UploadRow, UploadUsage] };
