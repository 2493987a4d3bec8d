//! The registry of diagnostic codes: stable names, severities, titles and the pages that `explain` prints.
//!
//! Ranges: 01xx the shape of the text, 02xx names, 03xx types, 04xx board, set-up and rules, 05xx Chessembly, 06xx scripts; `E`
//! errors, `W` warnings, `N` notes. A code is never reused for another meaning. Each has a page
//! `docs/errors/CODE.md`: what it means, a block that has the problem (fence `chesslang,fails`), and the same block mended.

use crate::diagnostic::Severity;

macro_rules! codes {
    ($($name:ident = $id:literal $severity:ident $title:literal;)*) => {
        /// A diagnostic code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!("`", $id, "`: ", $title)] $name,)*
        }

        impl Code {
            /// All codes in the order of the registry.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The stable name, such as `E0120`.
            pub fn id(self) -> &'static str {
                match self { $(Code::$name => $id,)* }
            }

            /// The severity a diagnostic with this code normally has.
            pub fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity,)* }
            }

            /// A few words about the problem.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title,)* }
            }

            /// The page about the problem, in Markdown.
            pub fn page(self) -> &'static str {
                match self { $(Code::$name => include_str!(concat!("../../../docs/errors/", $id, ".md")),)* }
            }
        }
    };
}

codes! {
    UnexpectedCharacter = "E0101" Error "a character that belongs to nothing";
    UnclosedString = "E0102" Error "a string that is never closed";
    BadString = "E0103" Error "a string written in a way the language does not know";
    BadNumber = "E0104" Error "a number that cannot stand here";
    UnclosedBracket = "E0105" Error "a bracket or brace that is never closed";
    StrayBracket = "E0106" Error "a closing bracket or brace without its opening one";
    ForeignComment = "E0107" Error "a comment of another language";
    TooDeep = "E0108" Error "nested too deeply";
    ControlCharacter = "E0109" Error "a control character in a string";
    Expected = "E0110" Error "something else was expected here";
    UnexpectedText = "E0111" Error "text that does not belong to what stands before it";
    ExpectedExpression = "E0112" Error "a value is missing";
    ExpectedNumber = "E0113" Error "a number is missing";
    ForeignOperator = "E0114" Error "an operator of another language";
    Indentation = "E0115" Error "lines that are not indented alike";
    ExpectedPattern = "E0116" Error "a movement pattern is missing";
    UnknownMember = "E0120" Error "an unknown member";
    UnknownItem = "E0121" Error "an unknown section or definition";
    UnknownEvent = "E0122" Error "an unknown event";
    UnknownAction = "E0123" Error "an unknown action";
    UnknownDirection = "E0124" Error "an unknown direction";
    UnknownBlocks = "E0125" Error "an unknown value of `blocks`";
    UnknownRule = "E0126" Error "an unknown rule";
    BadCapture = "E0127" Error "an unknown form of `capture`";
    NotASquare = "E0128" Error "not a square";
    BadPlacement = "E0129" Error "an entry that a set-up does not know";
    NotAConstant = "E0130" Error "a value that is not a constant";
    BracesNeeded = "E0131" Error "several actions without braces";
    Misplaced = "E0132" Error "something that stands in the wrong place";
    ChessemblyUnknownWord = "E0501" Error "an unknown Chessembly expression";
    ChessemblyMalformed = "E0502" Error "an expression without the form of one";
    ChessemblyArgumentCount = "E0503" Error "too many or too few arguments";
    ChessemblyArgument = "E0504" Error "an argument of the wrong kind";
    ChessemblyMissingBlank = "E0505" Error "expressions without a blank between them";
    ChessemblyRepeat = "E0506" Error "a repeat that goes back too far or not at all";
    ChessemblyRegister = "E0507" Error "a bit or stored anchor outside 0 to 15";
    ChessemblyMissingLabel = "E0508" Error "a jump to a label that is not there";
    ChessemblyJumpIntoBlock = "E0509" Error "a jump into a block";
    ChessemblyUnclosedBlock = "E0510" Error "a block that is not closed in its chain";
    ChessemblyStrayBrace = "E0511" Error "a brace that closes no block";
    ChessemblyWhileWithoutDo = "E0512" Error "a while without a do";
    ChessemblyPartWithoutBlock = "E0513" Error "a further part of a move without a block";
    ChessemblyTooLarge = "E0514" Error "a program with too many names";
    ChessemblyDuplicateLabel = "W0501" Warning "two labels with one number";
    ChessemblyDoWithoutWhile = "W0502" Warning "a do without a while";
    ChessemblyJumpWithoutTake = "W0503" Warning "a jump that captures nothing";
    ChessemblyUnusedLabel = "W0504" Warning "a label that nothing jumps to";
    ChessemblyNeverWritten = "W0505" Warning "a bit or stored anchor that is never written";
    ChessemblyOffersNothing = "W0506" Warning "a chain that offers no move";
    ChessemblyUnreachable = "W0507" Warning "expressions that can never run";
    ChessemblyCommentEndsChain = "W0508" Warning "a comment whose end is also the end of the chain";
    ChessemblyNoGate = "W0509" Warning "a chain for every piece among chains for one";
    UnknownName = "E0201" Error "a word that means nothing here";
    UnknownPiece = "E0202" Error "an unknown piece";
    UnknownZone = "E0203" Error "an unknown zone";
    UnknownEffect = "E0204" Error "an unknown effect";
    UnknownPattern = "E0205" Error "an unknown pattern";
    UnknownFunction = "E0206" Error "an unknown action or function";
    UnknownBase = "E0207" Error "an unknown base game";
    UnknownImport = "E0208" Error "an imported file that cannot be read";
    UnknownProperty = "E0209" Error "an unknown property";
    UnknownStateField = "E0210" Error "an unknown state field";
    UnknownTrait = "E0211" Error "a trait that no piece has";
    NotAvailable = "E0212" Error "a word that has no meaning in this place";
    DefinedTwice = "E0213" Error "something defined twice";
    ExtendsCycle = "E0214" Error "games that extend each other";
    ImportCycle = "E0215" Error "files that import each other";
    ImportedGame = "E0216" Error "an import of a whole game";
    PatternCycle = "E0217" Error "patterns that stand for themselves";
    ActionCycle = "E0218" Error "actions that call themselves";
    TooManyDefinitions = "E0219" Error "more than a game can hold";
    NoTitle = "E0220" Error "a game without a title";
    WrongKind = "E0301" Error "a value of the wrong kind";
    NotAValue = "E0302" Error "something that is not a value";
    NotAssignable = "E0303" Error "something that cannot be set";
    WrongArguments = "E0304" Error "a wrong number of arguments";
    SubjectNeeded = "E0305" Error "a condition that does not say of what";
    OutOfRange = "E0306" Error "a number outside its range";
    BadBoard = "E0401" Error "a board that cannot be";
    OffBoard = "E0402" Error "something off the board";
    SquareTwice = "E0403" Error "a square used twice in one list";
    SetupDoesNotFit = "E0404" Error "a set-up that does not fit the board";
    SymbolTaken = "E0405" Error "two pieces with one symbol";
    BadRuleValue = "E0406" Error "a value that a rule does not take";
    MemberMissing = "E0407" Error "a trigger without event or action";
    WrongLeg = "E0408" Error "a pattern that cannot be a leg";
    EmptyZone = "E0409" Error "a zone without squares";
    BadShuffle = "E0410" Error "a shuffle that cannot be";
    UnknownCondition = "W0201" Warning "a condition that is not there";
    ConditionNameTaken = "W0202" Warning "a condition with the name of an inherited one";
    CountNeedsParentheses = "W0203" Warning "a count that needs parentheses";
    NothingToRemove = "W0204" Warning "a set-up entry that finds nothing";
    ListedTwice = "W0205" Warning "something listed twice";
    UselessDescription = "W0206" Warning "a description that nobody reads";
    UnusedZone = "W0210" Warning "a zone nobody asks for";
    UnusedPattern = "W0211" Warning "a pattern nobody uses";
    UnusedAction = "W0212" Warning "an action nobody calls";
    UnusedEffect = "W0213" Warning "an effect that is never laid";
    UnusedState = "W0214" Warning "a state field nobody uses";
    NeverSet = "W0215" Warning "a field that nothing ever sets";
    MisspeltTrait = "W0216" Warning "a trait that looks misspelt";
    PieceNeverPresent = "W0217" Warning "a piece that is never on the board";
    PieceCannotMove = "W0218" Warning "a piece that can never move";
    UnmentionedTrait = "N0201" Note "a custom trait nothing asks for";
    AlwaysHolds = "W0302" Warning "a condition that always holds";
    TriggerNeverFires = "W0303" Warning "a trigger that can never fire";
    StateKind = "W0304" Warning "a state field used as something it does not hold";
    HoldsAtStart = "W0402" Warning "a condition that holds at the start";
    EndlessGame = "W0401" Warning "a game that nothing ends";
    NeverHolds = "W0301" Warning "a condition that never holds";
    ScriptSyntax = "E0601" Error "a script that cannot be read";
    ScriptNotHere = "E0602" Error "something that scripts of games do not have";
    ScriptFails = "E0603" Error "a script that fails when it is read";
    ScriptForgets = "W0601" Warning "a variable of a script that forgets";
    ScriptCouldBeTrigger = "N0601" Note "a script that a trigger could replace";
    ScriptLeavesTurns = "N0602" Note "a script that speaks of turns and leaves them alone";
    TooManyProblems = "N0101" Note "more problems than are listed";
}

impl Code {
    /// The code with this name, whatever its case.
    pub fn from_id(id: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.id().eq_ignore_ascii_case(id))
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_say_their_severity() {
        for (i, code) in Code::ALL.iter().enumerate() {
            assert!(Code::ALL[..i].iter().all(|other| other.id() != code.id()), "{code} twice");
            let letter = match code.severity() {
                Severity::Error => 'E',
                Severity::Warning => 'W',
                Severity::Note => 'N',
            };
            assert!(code.id().starts_with(letter), "{code} is a {}", code.severity().word());
            assert_eq!(Code::from_id(&code.id().to_lowercase()), Some(*code));
        }
    }

    #[test]
    fn every_page_opens_with_its_code() {
        for code in Code::ALL {
            let first = code.page().lines().next().unwrap_or("");
            assert_eq!(first, format!("# {code}: {}", code.title()));
        }
    }
}
