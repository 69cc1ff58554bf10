import type { Feature } from '../../platform/feature/feature.js';
import { UploadRow, UploadUsage } from './upload.entity.js';
import { uploadsPersonalData } from './uploads.personal-data.js';

export const uploadsFeature: Feature = { entities: [UploadRow, UploadUsage], personalData: uploadsPersonalData };
