/** Editors of Umbraco 4 to 6, which have ids instead of aliases. */
import { parseKey } from "../../site/tree/key.ts";

/** The aliases of editors, without `Umbraco.` before them, as the upgrade to Umbraco 7 replaces the ids. */
const ALIASES: Readonly<Record<string, string>> = {
  "b4471851-82b6-4c75-afa4-39fa9c6a75e9": "CheckBoxList",
  "f8d60f68-ec59-4974-b43b-c46eb5677985": "ColorPickerAlias",
  "158aa029-24ed-4948-939e-c3da209e5fba": "ContentPickerAlias",
  "23e93522-3200-44e2-9f29-e61a6fcbb79a": "Date",
  "b6fb1622-afa5-4bbf-a3cc-d9672a442222": "DateTime",
  "a74ea9c9-8e18-4d2a-8cf6-73c6206c5da6": "DropDown",
  "928639ed-9c73-4028-920c-1e55dbb68783": "DropDownMultiple",
  "928639aa-9c73-4028-920c-1e55dbb68783": "DropdownlistMultiplePublishKeys",
  "a74ea9e1-8e18-4d2a-8cf6-73c6206c5da6": "DropdownlistPublishingKeys",
  "cccd4ae9-f399-4ed2-8038-2e88d19e810c": "FolderBrowser",
  "7a2d436c-34c2-410f-898f-4a23b3d79f54": "ImageCropper",
  "1413afcb-d19a-4173-8e9a-68288d2a73b8": "Integer",
  "474fcff8-9d2d-12de-abc6-ad7a56d89593": "ListView",
  "474fcff8-9d2d-11de-abc6-ad7a56d89593": "MacroContainer",
  "ead69342-f06d-4253-83ac-28000225583b": "MediaPicker",
  "39f533e4-0551-4505-a64b-e0425c5ce775": "MemberPicker",
  "7e062c13-7c41-4ad9-b389-41d88aeef87c": "MultiNodeTreePicker",
  "5359ad0b-06cc-4182-92bd-0a9117448d3f": "MultipleTextstring",
  "6c738306-4c17-4d88-b9bd-6546f3771597": "NoEdit",
  "83396ff2-2e39-4a90-9066-17f5f3989374": "PickerRelations",
  "a52c7c1c-c330-476e-8605-d63d3b84b6a6": "RadioButtonList",
  "71b8ad1a-8dc2-425c-b6b8-faa158075e63": "RelatedLinks",
  "29e790e6-26b3-438a-b21f-908663a0b19e": "Slider",
  "4023e540-92f5-11dd-ad8b-0800200c9a66": "Tags",
  "ec15c1e5-9d90-422a-aa52-4f7622c63bea": "Textbox",
  "67db8357-ef57-493e-91ac-936d305e0f2a": "TextboxMultiple",
  "5e9b75ae-face-41c8-b47e-5f4b0fd82f83": "TinyMCEv3",
  "38b352c1-e9f8-4fd8-9324-9a2eab06d97a": "TrueFalse",
  "cdbf0b5d-5cb2-445f-bc12-fcaaec07cf2c": "ContentPickerAlias",
  "60b7dabf-99cd-41eb-b8e9-4d2e669bbde9": "MarkdownEditor",
  "5032a6e6-69e3-491d-bb28-cd31cd11086c": "UploadField",
  "e66af4a0-e8b4-11de-8a39-0800200c9a66": "UserPicker",
  "34451d92-d270-49ba-8c7f-ee55bfeee1cb": "XPathCheckBoxList",
  "173a96ae-00ed-4a7c-9f76-4b53d4a0a1b9": "XPathDropDownList",
  // The pickers of dictionary items and user controls, which version 7 lacks.
  "17b70066-f764-407d-ab05-3717f1e1c513": "NoEdit",
  "d15e1281-e456-4b24-aa86-1dda3e4299d5": "NoEdit",
};

/** The alias of an editor. An editor of a package has its id as its alias, in lower case, as after an upgrade to version 7. */
export function editorOfControl(id: string): string {
  const key = parseKey(id) ?? id;
  return Object.hasOwn(ALIASES, key) ? `Umbraco.${ALIASES[key]}` : key;
}
